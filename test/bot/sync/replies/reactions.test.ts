import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { nextToReact } from '../../../../src/bot/sync/store/reactions.ts'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, dana } from '../../support/running-bot.ts'
import { valueOf } from '../../support/pressing.ts'
import { task, taskUuid } from '../../support/stand-in-tracker.ts'
import type { StandInSlack } from '../../support/slack/stand-in-slack.ts'

const [pending, done, warning] = ['hourglass_flowing_sand', 'white_check_mark', 'warning']

/** What Slack was asked for, in order. */
const signsOn = ({ calls }: Pick<StandInSlack, 'calls'>, ts: string) =>
  calls
    .filter(({ method, args }) => method.startsWith('reactions.') && args['timestamp'] === ts)
    .map(({ method, args }) => `${method === 'reactions.add' ? '+' : '-'}${String(args['name'])}`)

test('a reply whose comment is there within three seconds costs one reaction', async () => {
  let ahead = 0
  const { idle, slack, says } = await botWithThread({ now: () => Date.now() + ahead })
  const { ts } = await says('Quickly')
  ahead = 5_000
  await idle()
  expect(signsOn(slack, ts)).toEqual([`+${done}`])
})

for (const engine of engines)
  test(`what waits for longer bears ⏳, behind another reply too; then ✅ takes its place, and the comments keep their order (${engine})`, async () => {
    const { say, tracker, slack, until } = await botWithThread({ engine, pendingReactionMs: 100 })
    tracker.control.down = 'unreachable'
    const said = [await say('first'), await say('second')]
    for (const { ts } of said) await until(() => expect(signsOn(slack, ts)).toEqual([`+${pending}`]))
    tracker.control.down = undefined
    for (const { ts } of said)
      await until(() => expect(signsOn(slack, ts)).toEqual([`+${pending}`, `+${done}`, `-${pending}`]))
    expect(tracker.asked()).toEqual(['Dana Smith (Slack): first', 'Dana Smith (Slack): second'])
  })

test('what is refused at once bears ⚠️ alone; what waited first loses ⏳', async () => {
  const { say, tracker, slack, until, says } = await botWithThread({ pendingReactionMs: 1_000 })
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not allowed.' })
  const quick = await says('quick')
  expect(signsOn(slack, quick.ts)).toEqual([`+${warning}`])
  tracker.control.down = 'unreachable'
  const late = await say('late')
  await until(() => expect(slack.reactions(late.ts)).toEqual([pending]))
  tracker.control.down = undefined
  await until(() => expect(signsOn(slack, late.ts)).toEqual([`+${pending}`, `+${warning}`, `-${pending}`]))
})

test('⏳ whose answer was lost is taken away, too', async () => {
  const { say, tracker, slack, until } = await botWithThread({ pendingReactionMs: 50 })
  slack.answers({ method: 'reactions.add', name: pending }, { status: 500, lost: true })
  tracker.control.down = 'unreachable'
  const { ts } = await say('Late')
  await until(() => expect(signsOn(slack, ts)).toEqual([`+${pending}`, `+${pending}`]))
  expect(slack.signs(ts)).toEqual([pending])
  tracker.control.down = undefined
  await until(() => expect(slack.signs(ts)).toEqual([done]))
})

test('⏳ that Slack held up until the comment was there is not put any more', async () => {
  const { say, tracker, slack, until } = await botWithThread({ pendingReactionMs: 50 })
  slack.answers('reactions.add', { status: 429, headers: { 'retry-after': '2' } }, 1)
  tracker.control.down = 'unreachable'
  const { ts } = await say('Late')
  await until(() => expect(slack.made('reactions.add')).toHaveLength(1))
  tracker.control.down = undefined
  await until(() => expect(slack.reactions(ts)).toContain(done))
  expect(signsOn(slack, ts).filter((sign) => sign === `+${pending}`)).toHaveLength(1)
})

for (const engine of engines)
  test(`while Slack takes few reactions ⚠️ comes first, then each ✅ in its order (${engine})`, async () => {
    const { say, idle, slack, tracker, until } = await botWithThread({ engine })
    let asked = 0
    const all = Promise.withResolvers<void>()
    slack.fault.next = async ({ method }) => {
      if (method !== 'reactions.add' || asked++ > 0) return undefined
      await all.promise
      return { status: 429, headers: { 'retry-after': '1' } }
    }
    const said = []
    for (const words of ['first', 'second', 'third', 'refused']) {
      if (words === 'refused') tracker.control.onCreate = () => ({ fails: 'invalid', message: 'No.' })
      said.push((await say(words)).ts)
      await until(() => expect(tracker.attempts).toHaveLength(said.length))
    }
    all.resolve()
    const signed = () => slack.done.filter(({ method }) => method === 'reactions.add')
    await until(() => expect(signed()).toHaveLength(4))
    await idle()
    const [first, second, third, fourth] = said
    expect(signed().map(({ args }) => args['timestamp'])).toEqual([fourth, first, second, third])
  })

test('a ✅ that was given after the clock was set back takes no other one’s turn', async () => {
  const { options, pass, passing } = hurried()
  const { bot, idle, slack, says } = await botWithThread(options)
  slack.answers('reactions.add', { status: 429, headers: { 'retry-after': '1' } })
  const first = await says('by the right clock')
  pass(240_000)
  const second = await says('by a clock that is ahead')
  pass(-240_000)
  slack.fault.next = undefined
  for (const { ts } of [second, first])
    await expect
      .poll(
        passing(idle, () => slack.signs(ts)),
        { timeout: 30_000 },
      )
      .toEqual([done])
  await expect.poll(passing(idle, () => nextToReact(bot.deps.database.sql, 'add', 0))).toBeUndefined()
})

test('a node that ends before it gave ⏳ leaves that to the next, for what waits behind the first reply too', async () => {
  const changes = { pendingReactionMs: 60_000 }
  const { say, tracker, slack, restart, until } = await botWithThread(changes)
  tracker.control.down = 'unreachable'
  const said = [await say('first'), await say('second')]
  changes.pendingReactionMs = 100
  await restart()
  for (const { ts } of said) await until(() => expect(signsOn(slack, ts)).toEqual([`+${pending}`]))
  tracker.control.down = undefined
  for (const { ts } of said) await until(() => expect(slack.reactions(ts)).toEqual([done]))
  expect(tracker.attempts).toHaveLength(2)
})

for (const engine of engines)
  test(`on ${engine}, a comment by command that waits says so to its author once, and then what became of it`, async () => {
    const running = await botWithThread({ engine, pendingReactionMs: 50 })
    const { tracker, slack, until, bot, types } = running
    const told = (...words: string[]) =>
      until(() => expect(slack.whispers(dana)).toEqual(words.map((text) => expect.stringContaining(text))))
    tracker.control.down = 'unreachable'
    for (const words of ['On Monday', 'On Tuesday']) await types(`comment ${taskUuid} ${words}`)
    const waits = `Your comment is on its way to the task “${task.name}”.`
    await told(waits, waits)
    const there = `Your comment is on the task ${task.name}.`
    tracker.control.down = undefined
    await bot.deps.lanes.resume('reply', taskUuid)
    await told(waits, waits, there, there)
  })

test('a comment by command that the tracker refuses is one message, and one more after Try again', async () => {
  const { tracker, slack, types, press, idle } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not allowed.' })
  await types(`comment ${taskUuid} On Friday`)
  await idle()
  tracker.control.onCreate = () => 'works'
  await press('retry_reply', valueOf(slack.ephemerals(dana)[0]?.['blocks'], 'retry_reply'))
  await idle()
  expect(slack.whispers(dana)).toEqual([
    expect.stringContaining('wasn’t posted'),
    expect.stringContaining(`Your comment is on the task ${task.name}.`),
  ])
})

test('a channel that was archived before the comment exists takes no ✅, so the author hears of it directly', async () => {
  const { idle, say, slack, tracker, until } = await botWithThread()
  const gone = ['reactions.add', 'chat.postEphemeral']
  slack.fault.next = ({ method }) =>
    gone.includes(method) ? { body: { ok: false, error: 'is_archived' } } : undefined
  await say('Just before')
  await until(() => expect(tracker.attempts).toHaveLength(1))
  await idle()
  expect(slack.roots('U0DANA').map(({ text }) => text)).toEqual([
    'Your comment is on the task Kick-off call.',
  ])
})
