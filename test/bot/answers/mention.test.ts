import { expect, test } from 'vitest'
import { botWithThread, channel, dana, runningBot, type RunningTestBot } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

type Running = Pick<RunningTestBot, 'slackEvent' | 'idle'>
type Ways = readonly ('app_mention' | 'message')[]
let stamps = 0

/** A person writes, Slack tells it by these events, and all that follows. A mention of the app is a message as well. */
const writes = async (
  { slackEvent, idle }: Running,
  text: string,
  facts: object = {},
  ways: Ways = ['message', 'app_mention'],
) => {
  const ts = `${1_763_900_000 + ++stamps}.000200`
  const event = { channel, user: dana, team: 'T1', text, ts, channel_type: 'channel', ...facts }
  const statuses: number[] = []
  for (const type of ways) {
    const subtype = type === 'message' && 'files' in facts ? 'file_share' : undefined
    statuses.push((await slackEvent({ ...event, type, subtype })).status)
  }
  await idle()
  return { ts, event: { ...event, type: 'app_mention' }, statuses }
}

test('@Onboarding with words answers its person alone, in the thread, as /onboard does', async () => {
  const running = await botWithThread()
  await writes(running, '<@U0BOT> projects Acme', { thread_ts: running.root.ts })
  const [said, ...more] = running.slack.ephemerals(dana)
  expect(more).toEqual([])
  expect(said).toMatchObject({ channel, thread_ts: running.root.ts, user: dana })
  expect(said?.['text']).toBe((await running.command('projects Acme')).text)
})

test('in a channel it answers in the channel; without words, with the help', async () => {
  const { slack, slackEvent, idle, command } = await runningBot()
  await writes({ slackEvent, idle }, '<@U0BOT>: project Acme')
  await writes({ slackEvent, idle }, '  <@U0BOT|onboarding> ')
  const [said, help] = slack.ephemerals(dana)
  expect(said?.['text']).toContain(project.name)
  expect(said).not.toHaveProperty('thread_ts')
  expect(help?.['text']).toBe((await command('help')).text)
})

test('Slack sends a mention again and again, and it is answered once', async () => {
  const running = await runningBot()
  const { event } = await writes(running, '<@U0BOT> help')
  await Promise.all([running.slackEvent(event), running.slackEvent(event)])
  await running.restart()
  await running.slackEvent(event)
  await running.idle()
  expect(running.slack.ephemerals(dana)).toHaveLength(1)
})

test('subscribing by mention inside a thread is said there and in the channel, for all to see', async () => {
  const running = await botWithThread()
  running.tracker.addAccounts('Globex')
  await writes(running, '<@U0BOT> subscribe account:Globex', { thread_ts: running.root.ts })
  expect(running.slack.ephemerals(dana)).toEqual([])
  const said = running.slack.made('chat.postMessage').at(-1)
  expect(said).toMatchObject({ thread_ts: running.root.ts, reply_broadcast: 'true' })
  expect(said?.['text']).toContain('Globex')
  expect((await running.command('subscriptions')).text).toContain('Globex')
})

test('an answer for all whose post got no answer is not posted twice', async () => {
  const running = await runningBot()
  running.slack.answers('chat.postMessage', { status: 500, lost: true }, 1)
  await writes(running, '<@U0BOT> subscribe all')
  await running.until(() => expect(running.slack.made('conversations.history')).toHaveLength(1))
  await running.idle()
  expect(running.slack.roots(channel)).toHaveLength(1)
})

test("a command inside a task's thread is no comment, and a sentence that mentions the app is one", async () => {
  const running = await botWithThread()
  const { ts } = await writes(running, '<@U0BOT> projects', { thread_ts: running.root.ts })
  const sentence = await writes(running, 'as <@U0BOT> said, on Monday', { thread_ts: running.root.ts })
  expect(running.tracker.attempts).toHaveLength(1)
  expect(running.tracker.attempts[0]?.message_plain).toContain('said, on Monday')
  expect(running.slack.reactions(ts)).toEqual([])
  expect(running.slack.reactions(sentence.ts)).toEqual(['white_check_mark'])
  expect(running.slack.ephemerals(dana)).toHaveLength(1)
})

test('while Slack does not say who the app is, a message that begins with a mention waits', async () => {
  const running = await runningBot()
  running.slack.fault.next = () => ({ status: 503 })
  const { statuses, event } = await writes(running, '<@U0BOT> help')
  expect(statuses).toEqual([200, 200])
  expect((await running.slackEvent(event)).status).toBe(200)
  expect(running.slack.ephemerals(dana)).toEqual([])
  running.slack.fault.next = undefined
  await expect.poll(() => running.slack.ephemerals(dana), { timeout: 10_000 }).toHaveLength(1)
  await running.idle()
  expect(running.slack.ephemerals(dana)).toHaveLength(1)
})

test('people of another organization are turned away, whether Slack names their workspace or not', async () => {
  const running = await runningBot()
  await writes(running, '<@U0BOT> projects', { user: 'U0CASEY', team: 'T2' })
  await writes(running, '<@U0BOT> projects', { user: 'U0CASEY', team: undefined })
  const texts = running.slack.whispers('U0CASEY')
  expect(texts).toHaveLength(2)
  for (const text of texts) expect(text).toContain('Only members of the workspace')
})

test('a comment by mention is sent once, its author reads one message in the thread, and another app is not answered', async () => {
  const running = await botWithThread()
  const thread_ts = '1763600000.000100'
  const task = `${project.internal_project_url}#task-22222222-2222-4222-8222-222222222222`
  const { event } = await writes(running, `<@U0BOT> comment <${task}> On Monday`, { thread_ts })
  await running.slackEvent(event)
  await writes(running, '<@U0BOT> help', { bot_id: 'B0OTHER' })
  expect(running.tracker.attempts).toMatchObject([{ message_plain: 'Dana Smith (Slack): On Monday' }])
  const said = running.slack.ephemerals(dana)
  expect(said).toMatchObject([{ thread_ts }])
  expect(said[0]?.['text']).toMatch(
    /^Your comment is on the task Kick-off call\.[^]*Acme Corp reads this comment\.$/,
  )
})

test('while the tracker is away the answer says so', async () => {
  const running = await runningBot()
  running.tracker.control.down = 'unreachable'
  await writes(running, '<@U0BOT> projects')
  expect(running.slack.whispers(dana)[0]).toContain('tracker')
})

/** With a file, which Slack tells by one event or the other, or by both. */
const writesWithFile = (running: Running, ways: Ways, text: string, facts: object = {}) => {
  const files = [{ name: 'screenshot.png', permalink: 'https://f.example/F28' }]
  return writes(running, text, { files, ...facts }, ways)
}

const ways = [
  [['app_mention']],
  [['message']],
  [['app_mention', 'message']],
  [['message', 'app_mention']],
] as const

test.each(ways)(
  'a comment by mention has the file, whichever event comes, and a look-up is answered once: %j',
  async (types) => {
    const running = await botWithThread()
    await writesWithFile(running, types, `<@U0BOT> comment ${taskUuid} as on the first screenshot`)
    expect(running.tracker.asked()).toEqual([
      'Dana Smith (Slack): as on the first screenshot\n📎 screenshot.png https://f.example/F28',
    ])
    const before = running.slack.ephemerals(dana).length
    await writesWithFile(running, types, '<@U0BOT> project Acme')
    const told = running.slack.ephemerals(dana).slice(before)
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(project.name)])
    expect(running.tracker.attempts).toHaveLength(1)
  },
)

test('in a task’s thread, too: it is a command and no comment', async () => {
  const running = await botWithThread()
  await writesWithFile(running, ['message'], '<@U0BOT> project Acme', { thread_ts: running.root.ts })
  expect(running.tracker.attempts).toEqual([])
  expect(running.slack.ephemerals(dana)[0]).toMatchObject({ thread_ts: running.root.ts })
})

test('before the app knows its own id, a message to others with a file is no command', async () => {
  const running = await botWithThread()
  const { bot, slack } = running
  Object.assign(bot.deps.slack, { knownIdentity: () => undefined })
  await writesWithFile(running, ['message'], '<@U0LEE> project Acme')
  await writesWithFile(running, ['message'], '<@U0BOT> project Acme')
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

test('a file without a link is named with its message; a file alone is words enough for a comment', async () => {
  const running = await botWithThread()
  const { ts } = await writesWithFile(running, ['message'], `<@U0BOT> comment ${taskUuid}`, {
    files: [{ id: 'F1' }],
  })
  expect(running.tracker.asked()).toEqual([
    `Dana Smith (Slack): 📎 file https://slack.example/${channel}/${ts}`,
  ])
})

test('a forwarded message is part of a comment, and of no name that is looked up', async () => {
  const running = await botWithThread()
  const shared = { is_share: true, from_url: 'https://slack.example/p1', author_name: 'Robin', text: 'help!' }
  const facts = { files: [], attachments: [shared] }
  await writesWithFile(running, ['app_mention'], `<@U0BOT> comment ${taskUuid} see`, facts)
  await writesWithFile(running, ['app_mention'], '<@U0BOT> project Acme', facts)
  expect(running.tracker.asked()).toEqual([
    'Dana Smith (Slack): see\n> help!\n📎 a message of Robin https://slack.example/p1',
  ])
  expect(running.slack.whispers(dana).at(-1)).toContain(project.name)
})

test('what is sent to the app alone with a file is a comment with it', async () => {
  const running = await botWithThread()
  const facts = { channel: 'D0DANA', channel_type: 'im' }
  await writesWithFile(running, ['message'], `comment ${taskUuid} see`, facts)
  expect(running.tracker.asked()).toEqual([
    'Dana Smith (Slack): see\n📎 screenshot.png https://f.example/F28',
  ])
})
