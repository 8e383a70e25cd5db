import { describe, expect, test } from 'vitest'
import { deleted, edited } from '../../support/acts.ts'
import { botWithThread, channel, dana, withMore } from '../../support/running-bot.ts'
import { eventCallback, signedHeaders } from '../../support/start-node.ts'
import { engines } from '../../../support/databases.ts'

const secret = 'The password is Carthage'

/** A reply of which Slack tells again, or so long ago. */
const late = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const clock = { ahead: 0 }
  const running = await botWithThread({
    engine,
    now: () => Date.now() + clock.ahead,
    laneOptions: { sweepMs: 20 },
  })
  const { root, bot, slackEvent } = running
  let last = 0
  const reply = (text: string, agoMs: number) => {
    const ts = ((Date.now() + clock.ahead - agoMs + ++last) / 1_000).toFixed(6)
    return { type: 'message', channel, user: dana, text, ts, thread_ts: root.ts, channel_type: 'channel' }
  }
  /** Slack tells of it for the first time, or once more. */
  const arrives = async (event: object, retry?: number) => {
    const body = eventCallback(event, `Ev${crypto.randomUUID()}`)
    const headers = signedHeaders(body, 'application/json', Math.floor(Date.now() / 1_000))
    const again =
      retry === undefined
        ? {}
        : { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' }
    await fetch(`${bot.url}/slack/events`, { method: 'POST', headers: { ...headers, ...again }, body })
  }
  return withMore(running, {
    clock,
    reply,
    arrives,
    tells: slackEvent,
    comments: () => running.tracker.asked(),
  })
}

const ways = [
  ['comes again within seconds', 3_000, 1],
  ['comes again after a minute', 61_000, 2],
  ['is half a minute old', 31_000, undefined],
] as const

describe.each(ways)('a reply that %s', (_, agoMs, retry) => {
  test('and was deleted meanwhile goes nowhere', async () => {
    const { reply, arrives, comments, idle, slack, until } = await late()
    await arrives(reply(secret, agoMs), retry)
    await idle()
    await until(() => expect(slack.made('conversations.replies')).toHaveLength(1))
    await idle()
    expect(comments()).toEqual([])
  })

  test('and was edited meanwhile is sent with its new words', async () => {
    const { reply, arrives, comments, idle, slack } = await late()
    const event = reply(secret, agoMs)
    slack.tells(event)
    slack.tells(edited(event.ts, 'See the vault'))
    await arrives(event, retry)
    await idle()
    await expect.poll(comments).toEqual(['Dana Smith (Slack): See the vault'])
  })

  test('and is as it was is sent once, in order, though Slack is away and then allows one call a minute', async () => {
    const { reply, arrives, comments, idle, slack, clock } = await late()
    const event = reply('On Monday', agoMs)
    slack.tells(event)
    const troubles = [{ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }]
    slack.fault.next = ({ method }) => (method === 'conversations.replies' ? troubles.shift() : undefined)
    await arrives(event, retry)
    await arrives(event, (retry ?? 0) + 1)
    const seen = async () => {
      clock.ahead += 1_000
      await idle()
      return comments()
    }
    await expect.poll(seen, { timeout: 30_000 }).toEqual(['Dana Smith (Slack): On Monday'])
  })
})

for (const engine of engines)
  test(`a reply that waits for the tracker is read again only after the bot was down (${engine})`, async () => {
    const { reply, arrives, comments, idle, slack, tracker, clock, restart, tells } = await late(engine)
    tracker.control.down = 'unreachable'
    const [first, second] = [reply(secret, 0), reply('It is late', 0)]
    for (const event of [first, second]) {
      slack.tells(event)
      await arrives(event)
    }
    clock.ahead += 60_000
    await expect
      .poll(() => slack.made('conversations.replies').length, { timeout: 10_000 })
      .toBeGreaterThan(0)
    await tells(edited(second.ts, 'It is fine'))
    // Slack's word of this is lost. After the start, the bot may read the replies at once.
    await restart(async () => slack.tells(deleted(first.ts)))
    tracker.control.down = undefined
    const seen = async () => {
      clock.ahead += 10_000
      await idle()
      return comments()
    }
    await expect.poll(seen, { timeout: 30_000 }).toEqual(['Dana Smith (Slack): It is fine'])
  })

test('a late reply that Slack shows to the app no more stays in Slack, and its author reads why', async () => {
  const { reply, arrives, comments, idle, slack } = await late()
  slack.refuses('conversations.replies', 'channel_not_found')
  await arrives(reply(secret, 31_000))
  await idle()
  expect(comments()).toEqual([])
  await expect
    .poll(() => slack.whispers(dana).join())
    .toContain('Slack doesn’t show the app what it says now')
})
