import { expect } from 'vitest'
import { botWithThread, channel, withMore } from './running-bot.ts'

export type SlackAwayChanges = Parameters<typeof botWithThread>[0]

/**
 * A channel that receives an account, with a thread. From `goAway` on, what is to be posted there waits for Slack: a
 * gateway's 404 says that the call did not run.
 */
export const slackAway = async (changes: SlackAwayChanges = {}) => {
  const clock = { now: Date.parse('2026-11-21T19:00:00Z') }
  const running = await botWithThread({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes })
  const { idle, slack, command } = running
  await command('subscribe account:Acme Corp all')
  let before = slack.messages.length
  const goAway = () => {
    before = slack.messages.length
    slack.answers({ method: 'chat.postMessage', channel }, { status: 404 })
  }
  /** What the channel got since, the thread's as `↳`. */
  const said = () =>
    slack.messages
      .slice(before)
      .filter((message) => message.channel === channel)
      .map(({ text, thread_ts }) => `${thread_ts ? '↳ ' : ''}${text.split('\n')[0]}`)
  /** Slack takes messages again, and what waits is tried until `seen` is as expected. */
  const comeBack = async <T>(seen: () => T | Promise<T>, expected: T) => {
    slack.fault.next = undefined
    const later = async () => {
      clock.now += 60_000
      await idle()
      return seen()
    }
    await expect.poll(later, { timeout: 15_000 }).toEqual(expected)
  }
  return withMore(running, { clock, goAway, said, comeBack })
}
