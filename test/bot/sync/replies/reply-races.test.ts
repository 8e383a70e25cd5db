import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { replyById } from '../../../../src/bot/sync/store/replies.ts'
import { sendReply } from '../../../../src/bot/sync/replies/send-reply.ts'
import { valueOf } from '../../support/pressing.ts'
import { botWithThread, channel, commentEvent, dana } from '../../support/running-bot.ts'
import { replyRows } from '../../support/rows/post-rows.ts'
import { deleted, edited } from '../../support/acts.ts'

const [done, warning] = ['white_check_mark', 'warning']

test('an echo whose text the tracker changed in its own way still settles the reply', async () => {
  const { say, idle, tracker, slack, hook, root } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'unknown', created: true })
  tracker.control.onCreated = async (comment) => {
    comment.message_plain = 'Dana Smith (Slack): Tom &amp; I are ready for  it'
    setTimeout(() => void hook(commentEvent(comment)), 100)
  }
  const { ts } = await say('Tom &amp; I are “ready” for it! :tada:')
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([done])
  await idle()
  expect(tracker.attempts).toHaveLength(1)
  expect(slack.thread(root.ts)).toHaveLength(1)
})

test('an echo that comes after Send again was pressed, and before it was sent, settles the reply', async () => {
  const { say, idle, tracker, slack, hook, presses } = await botWithThread({ echoWaitMs: 50 })
  tracker.control.onCreate = () => ({ fails: 'unknown', created: true })
  const { ts } = await say('Late news')
  await expect.poll(() => slack.ephemerals(dana), { timeout: 10_000 }).toHaveLength(1)
  const value = valueOf(slack.ephemerals(dana)[0], 'send_again')
  tracker.control.onCreate = () => ({ fails: 'rate-limited' })
  await presses('send_again', value)
  await expect.poll(() => tracker.attempts, { timeout: 10_000 }).toHaveLength(2)
  const late = tracker.newest()
  tracker.control.onCreate = () => 'works'
  await hook(commentEvent(late))
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([done])
  await idle()
  expect(tracker.attempts).toHaveLength(2)
})

test('an edit, and a deletion, that arrive while the reply is being prepared hold', async () => {
  const { say, slackEvent, idle, tracker, slack } = await botWithThread()
  let changed = false
  slack.fault.next = async ({ method }) => {
    if (method !== 'users.info' || changed) return undefined
    changed = true
    await slackEvent(edited(first, 'The right date is Monday'))
    await slackEvent(deleted(second))
    return undefined
  }
  const first = '1763900000.000400'
  const second = '1763900000.000500'
  tracker.control.down = 'unreachable'
  const lee = { user: 'U0LEE' }
  await Promise.all([say('The right date is Sunday', lee, first), say('Never mind', lee, second)])
  tracker.control.down = undefined
  await expect.poll(() => slack.reactions(first), { timeout: 10_000 }).toEqual([done])
  await idle()
  expect(tracker.asked()).toEqual(['Lee Wong (Slack): The right date is Monday'])
})

test('a refusal shows what was written and which field was wrong; an edit and Try again send the new words', async () => {
  const { slackEvent, tracker, slack, presses, says } = await botWithThread()
  tracker.control.onCreate = () => ({
    fails: 'unresolved',
    message: 'No such person.',
    fields: [{ field: 'message_plain', message: 'names nobody' }],
  })
  const { ts } = await says('For @Robn &amp; all')
  const [told] = slack.ephemerals(dana)
  expect(told?.['text']).toContain('For @Robn &amp; all')
  expect(told?.['text']).toContain('The text: names nobody')
  expect(JSON.stringify(told?.['blocks'])).toContain('Open task')
  await slackEvent(edited(ts, 'For @Robin &amp; all'))
  tracker.control.onCreate = () => 'works'
  await presses('retry_reply', valueOf(told, 'retry_reply'))
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([done])
  expect(tracker.newest().message_plain).toBe('Dana Smith (Slack): For @Robin & all')
})

test('a node that lost the lane while it looked names up sends nothing that another has sent', async () => {
  const { say, idle, tracker, slack, bot, database } = await botWithThread()
  let other: Promise<void> | undefined
  slack.fault.next = async ({ method }) => {
    if (method !== 'users.info' || other) return undefined
    const [row] = await replyRows(database)
    const job = { payload: { reply: row?.id }, attempt: 1, done: () => Promise.resolve() }
    other = sendReply(bot.deps, job as never)
    await other
    return undefined
  }
  const { ts } = await say('Only once')
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([done])
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})

test('a comment that exists is ✅ though the tracker then refuses to show its task', async () => {
  const { types, idle, tracker, database } = await botWithThread()
  const { uuid } = [...tracker.tasks.values()][0] ?? { uuid: '' }
  tracker.control.onCreated = async () => void tracker.tasks.delete(uuid)
  await types(`comment ${uuid} Done and gone`)
  await expect.poll(async () => (await replyById(database.sql, 1))?.state, { timeout: 10_000 }).toBe('done')
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})

test("⏳ and ⚠️ wait through Slack's outage as the reply does", async () => {
  const { say, idle, tracker, slack, bot } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not allowed.' })
  slack.refuses(({ method }) => /^(reactions|chat.postEphemeral)/.test(method), 'token_revoked')
  const told = () => slack.done.filter(({ method }) => method === 'chat.postEphemeral')
  const { ts } = await say('a bad one')
  await expect.poll(() => slack.made('reactions.add').length, { timeout: 10_000 }).toBeGreaterThan(0)
  await idle()
  expect(told()).toEqual([])
  slack.fault.next = undefined
  slack.calls.length = 0
  await bot.deps.lanes.resume('notify', `${channel}:${ts}`)
  await bot.deps.lanes.resume('reaction', 'add')
  await idle()
  expect(slack.reactions(ts)).toEqual([warning])
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

for (const engine of engines)
  test(`while the tracker is away a deletion withdraws and an edit holds, also after an attempt; a refusal is tried again (${engine})`, async () => {
    const { say, slackEvent, idle, tracker, slack, presses, until } = await botWithThread({ engine })
    // Once nothing runs, the attempt is also taken back.
    const attempted = async (words: string) => {
      await until(() => expect(tracker.asked()).toContain(`Dana Smith (Slack): ${words}`))
      await idle()
    }
    tracker.control.onCreate = () => ({ fails: 'unreachable' })
    const gone = await say('Never mind')
    await attempted('Never mind')
    await slackEvent(deleted(gone.ts))
    const kept = await say('Typo')
    await attempted('Typo')
    await slackEvent(edited(kept.ts, 'No typo'))
    tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not now.' })
    await expect.poll(() => slack.reactions(kept.ts), { timeout: 15_000 }).toEqual([warning])
    await idle()
    const [withdrawn, refusal, ...others] = slack.ephemerals(dana)
    expect(others).toEqual([])
    expect(withdrawn?.['text']).toBe(
      'You deleted your reply before it was sent, so there’s no comment on “Kick-off call”.',
    )
    expect(refusal?.['text']).toContain('Not now.')
    tracker.control.onCreate = () => 'works'
    await presses('retry_reply', valueOf(refusal, 'retry_reply'))
    await expect.poll(() => slack.reactions(kept.ts), { timeout: 15_000 }).toEqual([done])
    await idle()
    expect([...tracker.comments.values()].map(({ message_plain: text }) => text)).toEqual([
      'Where do we start?',
      'Dana Smith (Slack): No typo',
    ])
  })

test('a process that ends while the reply waits for its turn leaves no doubt: it is sent once, in the words it has by then', async () => {
  const { tracker, say, slack, slackEvent, until, restart } = await botWithThread()
  const { createComment } = tracker.api
  const turn = Promise.withResolvers<never>()
  let waits = 0
  Object.assign(tracker.api, { createComment: () => ((waits += 1), turn.promise) })
  const { ts } = await say('Frist')
  await until(() => expect(waits).toBe(1))
  await slackEvent(edited(ts, 'First'))
  // As after a kill: nothing of this process is written any more, and the next has its lanes.
  Object.assign(tracker.api, { createComment })
  const ended = restart()
  turn.reject(new ApiProblem('unreachable', 'the client is closing, nothing was sent'))
  await ended
  await until(() => expect(slack.reactions(ts)).toEqual([done]))
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): First'])
})
