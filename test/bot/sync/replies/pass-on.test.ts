import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import type { Answered } from '../../support/pressing.ts'
import { outcomes } from '../../support/rows/post-rows.ts'
import { commentEvent, dana, taskEvent } from '../../support/running-bot.ts'
import { taskUuid } from '../../support/stand-in-tracker.ts'
import {
  customer,
  heard,
  partner,
  team,
  threeChannels,
  type Channel,
  channels,
} from '../../support/three-channels.ts'
import fc from 'fast-check'

for (const engine of engines)
  test(`what is said in one channel is in the thread of every other one, once, under its author’s name (${engine})`, async () => {
    const running = await threeChannels(engine)
    const { says, echo, tracker, slack } = running
    await says(team, dana, 'We start on Monday')
    await echo()
    await says(customer, 'U0CASEY', 'Monday is fine')
    await echo()
    expect(heard(running, 'We start on Monday')).toEqual([
      [],
      ['Dana Smith (Slack): We start on Monday'],
      ['Dana Smith (Slack): We start on Monday'],
    ])
    expect(heard(running, 'Monday is fine')).toEqual([
      ['Casey Jones, Acme Corp: Monday is fine'],
      [],
      ['Casey Jones, Acme Corp: Monday is fine'],
    ])
    expect(tracker.attempts).toHaveLength(2)
    const posted = slack
      .made('chat.postMessage')
      .filter(({ text }) => String(text).includes('Monday is fine'))
    expect(posted.map(({ username }) => username)).toEqual(Array(2).fill('Casey Jones, Acme Corp'))
  })

test('a list, code and bold are so in the comment, and in every other channel', async () => {
  const { says, echo, tracker, slack } = await threeChannels()
  const text = (words: string, style?: object) => ({ type: 'text', text: words, ...(style && { style }) })
  const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
  const list = {
    type: 'rich_text_list',
    style: 'bullet',
    indent: 0,
    elements: [section(text('keys')), section(text('desk', { bold: true }))],
  }
  const code = { type: 'rich_text_preformatted', elements: [text('npm ci\n\nnpm start')] }
  await says(team, dana, '• keys\n• *desk*\n```npm ci\n\nnpm start```', {
    blocks: [{ type: 'rich_text', block_id: 'b', elements: [list, code] }],
  })
  await echo()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): \n• keys\n• *desk*\n```\nnpm ci\n\nnpm start\n```'])
  const posted = slack.made('chat.postMessage').filter(({ username }) => username === 'Dana Smith (Slack)')
  const formatted = [{ type: 'rich_text', elements: [list, code] }]
  expect(posted.map(({ blocks }) => blocks)).toEqual([formatted, formatted])
})

test('nothing of an internal task is passed on to a channel that others read', async () => {
  const running = await threeChannels()
  const { says, echo, tracker, send } = running
  const task = tracker.tasks.get(taskUuid)
  if (task) tracker.tasks.set(taskUuid, { ...task, is_internal: true })
  await send(taskEvent('task_updated', { task: { ...task, is_internal: true } }))
  await says(team, dana, 'Between us')
  await echo()
  expect(heard(running, 'Between us')).toEqual([[], [], []])
})

test('a channel that became shared, is muted or filters it out is asked as for any comment', async () => {
  const running = await threeChannels()
  const { says, echo, slack, bot } = running
  slack.shared.add(team)
  bot.deps.slack.forgetChannel(team)
  await says(customer, 'U0CASEY', 'Who reads this?')
  await echo()
  expect(heard(running, 'Who reads this?').map(({ length }) => length)).toEqual([0, 0, 1])
})

for (const engine of engines)
  test(`a comment that is deleted before the tracker has answered reaches no other channel (${engine})`, async () => {
    const running = await threeChannels(engine)
    const { tracker, hook, idle, thread, until, writes, rootOf } = running
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    tracker.control.onCreated = () => answered
    await writes('On Monday', rootOf(team), { channel: team })
    await until(() => expect(tracker.attempts).toHaveLength(1))
    const said = tracker.newest()
    tracker.comments.delete(said.uuid)
    await hook(commentEvent(said))
    await hook(commentEvent(said, 'comment_deleted'))
    await until(async () => expect((await outcomes(running.database)).slice(-2)).not.toContain(null))
    answer()
    await idle()
    expect(heard(running, 'On Monday').map(({ length }) => length)).toEqual([0, 0, 0])
    expect(thread(customer)).toHaveLength(1)
  })

test('an edit or a deletion in the tracker that is announced before the comment wins in the other channels', async () => {
  const { says, tracker, thread, send } = await threeChannels()
  const say = async (words: string) => {
    await says(team, dana, words)
    return tracker.newest()
  }
  const hear = async (...[comment, name]: Parameters<typeof commentEvent>) => {
    await send(commentEvent(comment, name))
  }
  const first = await say('On Monday')
  const edited = { message_plain: 'Dana Smith (Slack): On Tuesday', edited_at: '2026-11-21T11:00:00.000Z' }
  tracker.comments.set(first.uuid, { ...first, ...edited })
  await hear({ ...first, ...edited }, 'comment_updated')
  await hear({ ...first, ...edited })
  const second = await say('Or never')
  tracker.comments.delete(second.uuid)
  await hear(second, 'comment_deleted')
  await hear(second)
  await hear(await say('Or later'))
  for (const channel of [customer, partner])
    expect(thread(channel).slice(1)).toEqual([
      expect.stringContaining('Dana Smith (Slack): On Tuesday'),
      'Dana Smith (Slack): Or later',
    ])
})

for (const engine of engines)
  test(`the event that comes before the tracker’s answer reaches the other channels, also where somebody changed the comment by then (${engine})`, async () => {
    const running = await threeChannels(engine)
    const { tracker, hook, idle, thread, until, writes, rootOf } = running
    const say = async (text: string) => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      tracker.control.onCreated = () => answered
      await writes(text, rootOf(team), { channel: team })
      await until(() => expect(tracker.attempts.at(-1)?.message_plain).toContain(text))
      return { said: tracker.newest(), answer }
    }
    const first = await say('On Monday')
    await hook(commentEvent(first.said))
    await until(() => expect(thread(customer)).toHaveLength(2))
    first.answer()
    await idle()
    const second = await say('Or in June')
    tracker.comments.set(second.said.uuid, { ...second.said, message_plain: 'Dana Smith (Slack): In May' })
    await hook(commentEvent(second.said))
    second.answer()
    await until(() => expect(thread(partner)).toHaveLength(3))
    await idle()
    for (const channel of [customer, partner])
      expect(thread(channel).slice(1)).toEqual([
        'Dana Smith (Slack): On Monday',
        'Dana Smith (Slack): In May',
      ])
    expect(heard(running, 'On Monday')[0]).toEqual([])
  })

test('the rest of a long reply in another channel goes on where it was cut, under the same name', async () => {
  const running = await threeChannels()
  const words = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
  await running.says(team, dana, words)
  await running.echo()
  const posted = running.slack
    .made('chat.postMessage')
    .find(({ username }) => username === 'Dana Smith (Slack)')
  const blocks = posted?.['blocks'] as Answered['blocks']
  const [title, rest] = (await running.pressIn({ blocks }, 'Show more')).text.split('\n')
  expect(title).toBe('Dana Smith (Slack)’s comment, continued')
  const shown = [...JSON.stringify(blocks).matchAll(/"text":"([^"]*\d[^"…]*)…?"/g)].map(([, text]) => text)
  expect(shown.join('') + rest).toBe(words)
})

test('an edit in the tracker that takes the author away loses no words, and keeps whose they were', async () => {
  const { says, echo, tracker, slack } = await threeChannels()
  await says(team, dana, 'On Monday')
  const said = await echo()
  tracker.comments.set(said.uuid, { ...said, message_plain: 'Please note: on Tuesday' })
  await echo('comment_updated')
  const now = slack.messages.filter(({ text }) => text.includes('on Tuesday'))
  expect(Object.fromEntries(now.map(({ channel, text }) => [channel, text]))).toEqual({
    [customer]: 'Dana Smith (Slack): Please note: on Tuesday',
    [partner]: 'Dana Smith (Slack): Please note: on Tuesday',
    [team]: 'The comment from Dana Smith’s reply was edited in the tracker.\nNow: “Please note: on Tuesday”',
  })
})

test('an edit and a deletion in the tracker reach all of them, and a line its author’s own thread', async () => {
  const { says, echo, tracker, slack, deletes } = await threeChannels()
  await says(team, dana, 'On Monday')
  const said = await echo()
  tracker.comments.set(said.uuid, { ...said, message_plain: 'Dana Smith (Slack): On Tuesday' })
  await echo('comment_updated')
  const where = (words: string) =>
    slack.messages.flatMap(({ channel, text }) => (text.includes(words) ? channel : [])).sort()
  expect(where('On Tuesday')).toEqual([...channels].sort())
  await deletes(said)
  expect(where('On Tuesday')).toEqual([])
  expect(where('deleted')).toEqual([...channels].sort())
})

type Step = { channel: Channel; user: string; by: 'slack' } | { by: 'tracker' }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ by: 'tracker' } as const),
  fc.record({
    by: fc.constant('slack' as const),
    channel: fc.constantFrom(...channels),
    user: fc.constantFrom(dana, 'U0LEE', 'U0CASEY'),
  }),
)

const play = async (running: Awaited<ReturnType<typeof threeChannels>>, steps: readonly Step[]) => {
  const { customerSays, says, echo } = running
  for (const [at, one] of steps.entries()) {
    const words = `word-${at}.`
    if (one.by === 'tracker') {
      await customerSays(words)
      continue
    }
    // Only members are in the channel of the team.
    const user = one.channel === team && one.user === 'U0CASEY' ? dana : one.user
    await says(one.channel, user, words)
    // An echo, twice: as a new comment and again.
    await echo()
    await echo()
  }
}

test('however people talk in three channels and the tracker, each word is in each thread once, and nothing loops', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const running = await threeChannels()
      await play(running, steps)
      for (const [at, one] of steps.entries()) {
        const counts = heard(running, `word-${at}.`).map(({ length }) => length)
        expect(counts).toEqual(
          channels.map((channel) => (one.by === 'slack' && one.channel === channel ? 0 : 1)),
        )
      }
      expect(running.tracker.attempts).toHaveLength(steps.filter(({ by }) => by === 'slack').length)
    }),
    { numRuns: 8 },
  )
})
