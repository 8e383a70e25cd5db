import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'

const minute = 60_000

/** A thread that people answered while no node of the bot was there: Slack has given up telling it. */
const away = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const clock = { ahead: 0 }
  const running = await botWithThread({ engine, now: () => Date.now() + clock.ahead })
  const { slack, root, tracker } = running
  let last = 0
  const says = (text: string, facts: object = {}) => {
    const at = (Date.now() + clock.ahead) / 1_000 + ++last / 1_000
    const reply = { type: 'message', user: dana, text, ts: at.toFixed(6), thread_ts: root.ts, ...facts }
    slack.said.push(reply)
    return reply.ts
  }
  return {
    ...running,
    says,
    /** Nodes are up, and nothing can be stored. */
    away: (ms: number, meanwhile: () => void) => {
      clock.ahead += ms / 2
      meanwhile()
      clock.ahead += ms / 2
    },
    /** An hour without the bot, after its last sign of life. */
    returns: async (meanwhile: () => void, ms = 60 * minute) => {
      clock.ahead += ms / 2
      meanwhile()
      clock.ahead += ms / 2
      await running.restart()
      await running.idle()
    },
    comments: () => tracker.asked(),
  }
}

for (const engine of engines)
  test(`what people answered while the bot was away becomes comments at its return, in order, once (${engine})`, async () => {
    const { returns, says, comments, slack, idle, say } = await away(engine)
    let first = ''
    await returns(() => {
      first = says('First')
      says('Second', { subtype: 'file_share', files: [{ name: 'plan.pdf', permalink: 'https://f/1' }] })
      says('<@U0BOT> help')
      says('A topic', { subtype: 'channel_topic' })
      says('Another app', { user: undefined, bot_id: 'B0OTHER' })
    })
    expect(comments()).toEqual([
      'Dana Smith (Slack): First',
      expect.stringMatching(/^Dana Smith \(Slack\): Second[^]*plan\.pdf/),
    ])
    expect(slack.reactions(first)).toEqual(['white_check_mark'])
    // Slack tells one of them after all, and the next start looks again.
    await say('First', {}, first)
    await idle()
    await returns(() => undefined)
    expect(comments()).toHaveLength(2)
  })

test('a short absence is left to Slack, which calls again; nobody is asked', async () => {
  const { returns, says, comments, slack } = await away()
  await returns(() => void says('Just now'), minute)
  expect(slack.made('conversations.history')).toEqual([])
  expect(comments()).toEqual([])
})

test('what was said before the absence, or in threads of others, is left alone', async () => {
  const { returns, says, comments, slack } = await away()
  says('Long ago', { ts: '1763700001.000100' })
  const lunch = { ts: '1763700500.000100', channel, text: 'Lunch?' }
  slack.messages.push(Object.assign(lunch, { user: dana, bot_id: undefined }))
  await returns(() => void says('Pizza', { thread_ts: lunch.ts }))
  expect(comments()).toEqual([])
  expect(slack.made('conversations.replies')).toEqual([])
})

test.each([
  ['is closed to the app by now', { body: { ok: false, error: 'not_in_channel' } }],
  ['cannot be read for want of a scope', { body: { ok: false, error: 'missing_scope' } }],
])('a channel that %s costs the others nothing', async (_, trouble) => {
  const { returns, says, comments, slack } = await away()
  slack.answers('conversations.history', trouble)
  await returns(() => void says('Anybody?'))
  expect(comments()).toEqual([])
  expect(slack.made('conversations.history')).toHaveLength(1)
})

test('a Slack that is away at the return is asked again', async () => {
  const { returns, says, comments, slack } = await away()
  slack.answers('conversations.history', { status: 503 }, 2)
  await returns(() => void says('Anybody?'))
  await expect.poll(comments).toEqual(['Dana Smith (Slack): Anybody?'])
})

test('what people answered while no node could reach the database becomes comments at the next sign of life', async () => {
  const { away: absent, says, comments, idle, bot } = await away()
  absent(10 * minute, () => says('Into the void'))
  await bot.signOfLife()
  await idle()
  expect(comments()).toEqual(['Dana Smith (Slack): Into the void'])
})
