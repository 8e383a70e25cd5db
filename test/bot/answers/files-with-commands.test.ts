import { expect, test } from 'vitest'
import { botWithThread, channel, dana } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

type Running = Awaited<ReturnType<typeof botWithThread>>
let stamps = 0

const screenshot = { name: 'screenshot.png', permalink: 'https://f.example/F28' }

/** Slack tells of a message with a file by one event or the other, or by both. */
const write = async (
  { slackEvent, idle }: Running,
  types: readonly ('app_mention' | 'message')[],
  text: string,
  facts: object = {},
) => {
  const ts = `${1_763_970_000 + ++stamps}.000200`
  const event = { channel, user: dana, team: 'T1', text, ts, channel_type: 'channel', files: [screenshot] }
  for (const type of types)
    await slackEvent({ ...event, type, ...(type === 'message' && { subtype: 'file_share' }), ...facts })
  await idle()
  return ts
}

const ways = [
  [['app_mention']],
  [['message']],
  [['app_mention', 'message']],
  [['message', 'app_mention']],
] as const

test.each(ways)(
  'a comment by mention has the file, whichever event comes, and a look-up is answered once with a word on it: %j',
  async (types) => {
    const running = await botWithThread()
    await write(running, types, `<@U0BOT> comment ${taskUuid} as on the first screenshot`)
    expect(running.tracker.asked()).toEqual([
      'Dana Smith (Slack): as on the first screenshot\n📎 screenshot.png https://f.example/F28',
    ])
    const before = running.slack.ephemerals(dana).length
    await write(running, types, '<@U0BOT> project Acme')
    const told = running.slack.ephemerals(dana).slice(before)
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(project.name)])
    expect(told[0]?.['text']).toContain('Your file stays in Slack.')
    expect(running.tracker.attempts).toHaveLength(1)
  },
)

test('in a task’s thread, too: it is a command and no comment', async () => {
  const running = await botWithThread()
  await write(running, ['message'], '<@U0BOT> project Acme', { thread_ts: running.root.ts })
  expect(running.tracker.attempts).toEqual([])
  expect(running.slack.ephemerals(dana)[0]).toMatchObject({ thread_ts: running.root.ts })
})

test('before the app knows its own id, a message to others with a file is no command', async () => {
  const running = await botWithThread()
  const { bot, slack } = running
  Object.assign(bot.deps.slack, { known: () => undefined })
  await write(running, ['message'], '<@U0LEE> project Acme')
  await write(running, ['message'], '<@U0BOT> project Acme')
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

test('a file without a link is named with its message; a file alone is words enough for a comment', async () => {
  const running = await botWithThread()
  const ts = await write(running, ['message'], `<@U0BOT> comment ${taskUuid}`, { files: [{ id: 'F1' }] })
  expect(running.tracker.asked()).toEqual([
    `Dana Smith (Slack): 📎 file https://slack.example/${channel}/${ts}`,
  ])
})

test('a forwarded message is part of a comment, and of no name that is looked up', async () => {
  const running = await botWithThread()
  const shared = { is_share: true, from_url: 'https://slack.example/p1', author_name: 'Robin', text: 'help!' }
  const facts = { files: [], attachments: [shared] }
  await write(running, ['app_mention'], `<@U0BOT> comment ${taskUuid} see`, facts)
  await write(running, ['app_mention'], '<@U0BOT> project Acme', facts)
  expect(running.tracker.asked()).toEqual([
    'Dana Smith (Slack): see\n> help!\n📎 a message of Robin https://slack.example/p1',
  ])
  expect(running.slack.whispers(dana).at(-1)).toContain(project.name)
})

test('what is sent to the app alone with a file is a comment with it', async () => {
  const running = await botWithThread()
  const facts = { channel: 'D0DANA', channel_type: 'im' }
  await write(running, ['message'], `comment ${taskUuid} see`, facts)
  expect(running.tracker.asked()).toEqual([
    'Dana Smith (Slack): see\n📎 screenshot.png https://f.example/F28',
  ])
})
