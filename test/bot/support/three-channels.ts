import type { EngineName } from '../../support/databases.ts'
import { commentEvent, runningBot } from './running-bot.ts'
import { project } from './stand-in-tracker.ts'

export const [team, customer, partner] = ['C0TEAM', 'C0CUSTOMER', 'C0PARTNER'] as const
export const channels = [team, customer, partner] as const
export type Channel = (typeof channels)[number]

/** The vendor's own channel and two shared ones, all of which receive the project. */
export const threeChannels = async (
  engine: EngineName = 'sqlite',
  changes: Parameters<typeof runningBot>[0] = {},
) => {
  const running = await runningBot({ engine, ...changes })
  const { customerSays, slack, confirmed, idle, tracker, slackEvent, send } = running
  slack.shared.add(customer).add(partner)
  for (const channel_id of channels) await confirmed(`subscribe "${project.name}"`, { channel_id })
  await customerSays('Where do we start?')
  const rootOf = (channel: Channel) => slack.roots(channel).at(-1)?.ts
  let at = 1_763_900_000
  const says = async (channel: Channel, user: string, text: string, more: object = {}) => {
    const ts = `${++at}.000100`
    const thread_ts = rootOf(channel)
    const said = { type: 'message', channel, user, text, ts, thread_ts, channel_type: 'channel' }
    await slackEvent({ ...said, ...more })
    await idle()
    return ts
  }
  const echo = async (name: 'comment_new' | 'comment_updated' | 'comment_deleted' = 'comment_new') => {
    const last = tracker.newest()
    await send(commentEvent(last, name))
    return last
  }
  const thread = (channel: Channel) => slack.thread(rootOf(channel))
  return { ...running, says, echo, thread, rootOf }
}

/** In which of the three threads the words are. */
export const heard = (running: { thread: (channel: Channel) => string[] }, words: string) =>
  channels.map((channel) => running.thread(channel).filter((text) => text.includes(words)))
