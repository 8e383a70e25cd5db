import { expect, test } from 'vitest'
import { botWithThread, channel, dana, withMore } from '../support/running-bot.ts'
import { task, taskUuid } from '../support/stand-in-tracker.ts'
import { rootTs, threadOfPeople, type View } from '../support/thread-of-people.ts'
import { validateView } from '../../support/slack-limits.ts'

/** A thread with something said in it, and a channel that receives the task's project. */
const withEarlier = async (
  texts: readonly string[] = [],
  changes: Parameters<typeof botWithThread>[0] = {},
) => {
  const running = await botWithThread(changes)
  const thread = await threadOfPeople(running)
  for (const text of texts) thread.before(text)
  const { slack, tracker } = running
  return withMore(running, {
    thread,
    /** Syncs the thread, and imports what its dialog shows. */
    takeOver: async () => {
      await thread.sync()
      await thread.submit(thread.shown() as View)
    },
    comments: () => tracker.attempts.map(({ message_plain: text }) => text),
    line: () => slack.thread(rootTs).findLast((text) => / earlier messages?/.test(text)) ?? '',
  })
}

test.each(['sqlite', 'postgres'] as const)(
  'what was said before becomes comments, in order, with names and times, without apps and ours (%s)',
  async (engine) => {
    const { thread, takeOver, comments, idle, slack, line, until } = await withEarlier([], { engine })
    const first = thread.before('Where do we *start*?', { ts: rootTs, user: 'U0CASEY' })
    thread.before('On Monday, <@U0LEE>')
    thread.before('', { files: [{ name: 'plan.pdf', permalink: 'https://f.example/1' }] })
    thread.before('A deployment', { user: 'U0OTHER', bot_id: 'B0OTHER' })
    thread.before('ours', { user: 'U0BOT' })
    thread.before('<@U0BOT> help')
    thread.before('joined', { subtype: 'channel_join' })
    const last = thread.before('Done', { user: 'U0LEE' })
    await takeOver()
    await idle()
    expect(comments()).toEqual([
      'Casey Jones (Acme Corp, Slack, Nov 20, 2025, 00:53 UTC): Where do we *start*?',
      'Dana Smith (Slack, Nov 20, 2025, 00:53 UTC): On Monday, @Lee Wong',
      'Dana Smith (Slack, Nov 20, 2025, 00:53 UTC): 📎 plan.pdf https://f.example/1',
      'Lee Wong (Slack, Nov 20, 2025, 00:53 UTC): Done',
    ])
    for (const ts of [first, last]) expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    await until(() => expect(line()).toBe(`4 of 4 earlier messages are comments on ${task.name}.`))
    expect(slack.receipts(dana)).toEqual([])
  },
)

test('the preview shows what would be sent and who reads it, and nothing is sent before it is confirmed', async () => {
  const { thread, comments } = await withEarlier(Array.from({ length: 14 }, (_, at) => `Message ${at + 1}`))
  const shown = await thread.sync()
  validateView(thread.shown() as never)
  expect(shown).toContain('14 earlier messages can become comments too')
  expect(shown).toContain('Acme Corp can read them.')
  expect(shown).toContain('Message 12')
  expect(shown).not.toContain('Message 13')
  expect(shown).toContain('And 2 more.')
  expect(comments()).toEqual([])
})

test('by @Onboarding sync, Import… opens the same preview', async () => {
  const { thread, slack } = await withEarlier(['Earlier'])
  await thread.mention(`sync ${taskUuid}`)
  const [said] = slack.ephemerals(dana)
  expect(said?.['text']).toContain('Earlier messages stay in Slack unless you import them.')
  await thread.pressed('take_over', rootTs)
  await expect
    .poll(() => JSON.stringify(thread.shown()))
    .toContain('1 earlier message can become a comment too')
})

test('a submission that Slack repeats, a second person and a restart halfway send nothing twice', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => `Message ${at + 1}`)
  const { thread, restart, until, comments, idle } = await withEarlier(texts)
  await thread.sync()
  const view = thread.shown() as View
  await Promise.all([
    thread.submit(view, {}, 'V7'),
    thread.submit(view, {}, 'V7'),
    thread.submit(view, {}, 'V8'),
  ])
  await until(() => expect(comments().length).toBeGreaterThan(3))
  await restart()
  await idle()
  expect(comments().map((text) => text.replace(/^.*: /, ''))).toEqual(texts)
})

test('Stop leaves the rest in Slack, and a later take-over goes on where it stopped', async () => {
  const texts = Array.from({ length: 6 }, (_, at) => `Message ${at + 1}`)
  const { thread, takeOver, tracker, comments, idle, line, until } = await withEarlier(texts)
  let tried = 0
  tracker.control.onCreate = () => (++tried <= 2 ? 'works' : { fails: 'unreachable' })
  await takeOver()
  await until(() => expect(line()).toContain('Importing earlier messages'))
  await until(() => expect(tried).toBeGreaterThan(2))
  await thread.pressed('stop_take_over', '1')
  tracker.control.onCreate = () => 'works'
  await until(() => expect(line()).toContain('Stopped: 2 of 6 earlier messages are comments'))
  await idle()
  const words = () => comments().map((text) => text.replace(/^.*: /, ''))
  expect(new Set(words())).toEqual(new Set(texts.slice(0, 3)))
  await takeOver()
  await until(() => expect([...new Set(words())]).toEqual(texts))
})

test('replies that come meanwhile wait behind it', async () => {
  const { thread, takeOver, comments, idle } = await withEarlier(['One', 'Two', 'Three'])
  await takeOver()
  await thread.reply('Four')
  await idle()
  expect(comments().map((text) => text.replace(/^.*: /, ''))).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('what the tracker refuses is marked and counted, without a word for each, and can be tried again', async () => {
  const { thread, takeOver, tracker, slack, comments, line, until } = await withEarlier([
    'One',
    'Two',
    'Three',
  ])
  tracker.control.onCreate = ({ message_plain: text }) =>
    text.endsWith('Two') ? { fails: 'invalid', message: 'No' } : 'works'
  await takeOver()
  await until(() => expect(line()).toContain('2 of 3 earlier messages are comments'))
  expect(line()).toContain('1 wasn’t imported; it’s marked ⚠️.')
  expect(slack.ephemerals(dana)).toEqual([])
  tracker.control.onCreate = () => 'works'
  expect(await thread.sync()).toContain('1 earlier message can become a comment too')
  await thread.submit(thread.shown() as View)
  await until(() => expect(line()).toContain('1 of 1 earlier message is a comment'))
  expect(comments().at(-1)).toMatch(/: Two$/)
})

test('a message that was edited after its thread was synced is taken over as it reads now', async () => {
  const { thread, slackEvent, comments, idle, slack } = await withEarlier(['First words'])
  await thread.sync()
  const [said] = slack.said
  const now = { ...said, text: 'Better words' }
  slack.said.splice(0, 1, now as never)
  await slackEvent({ type: 'message', subtype: 'message_changed', channel, ts: '1', message: now })
  await thread.submit(thread.shown() as View)
  await idle()
  expect(comments()).toEqual([expect.stringMatching(/: Better words$/)])
})

test('a thread’s first message that is deleted before it was sent becomes no comment, and a later deletion is told', async () => {
  const { thread, tracker, slackEvent, comments, idle, slack, until } = await withEarlier()
  thread.before('First words', { ts: rootTs })
  thread.before('Second words')
  await thread.sync()
  tracker.control.down = 'unreachable'
  await thread.submit(thread.shown() as View)
  await until(() => expect(slack.thread(rootTs).join()).toContain('0 of 2 earlier messages'))
  const [said] = slack.said
  // So Slack tells of the deletion of a message that has replies.
  const gone = {
    type: 'message',
    subtype: 'tombstone',
    user: 'USLACKBOT',
    hidden: true,
    text: 'This message was deleted.',
    ts: rootTs,
    thread_ts: rootTs,
  }
  const changed = { type: 'message', subtype: 'message_changed', channel, ts: '1', message: gone }
  await slackEvent({ ...changed, previous_message: said })
  tracker.control.down = undefined
  await until(() => expect(comments()).toHaveLength(1))
  await idle()
  expect(comments()).toEqual([expect.stringMatching(/: Second words$/)])
  expect(slack.ephemerals(dana).map(({ text }) => text)).toEqual([
    `You deleted your reply before it was sent, so there’s no comment on “${task.name}”.`,
  ])
})

test('where the app may not read the thread, the dialog says which scope is missing', async () => {
  const { thread, slack } = await withEarlier(['Earlier'])
  slack.fault.next = ({ method }) =>
    method === 'conversations.replies' ? { body: { ok: false, error: 'missing_scope' } } : undefined
  expect(await thread.sync()).toContain('channels:history')
})

test('a thread that became another task’s meanwhile is not taken over to the first', async () => {
  const other = '33333333-3333-4333-8333-333333333333'
  const { thread, tracker, comments, idle } = await withEarlier(['Earlier'])
  tracker.tasks.set(other, { ...task, uuid: other, name: 'Data import' })
  await thread.sync()
  const first = thread.shown() as View
  await thread.sync(other)
  expect(await (await thread.submit(first)).text()).toContain('no longer works')
  await idle()
  expect(comments()).toEqual([])
})
