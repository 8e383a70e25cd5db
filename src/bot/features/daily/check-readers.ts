import { isKnownShared } from '../../audience/audience.ts'
import { channelsWithReaders } from '../../audience/store/subscriptions.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { eachAlone } from '../../deps/each-alone.ts'
import { pauseUnconfirmed } from '../../sync/posts/pause-channel.ts'

/**
 * If Slack's event about a new reader was lost, a channel is paused before its next message. A quiet one is paused here,
 * so that its maker hears of it within a day. Only channels that outsiders read: two calls each.
 */
export const checkReaders = async (deps: BotDeps): Promise<void> => {
  const channels = await channelsWithReaders(deps.database.sql)
  await eachAlone(
    deps.log,
    channels,
    (channel) => ({ channel }),
    async (channel) => {
      const seen = await deps.slack.channel(channel)
      if (isKnownShared(seen)) await pauseUnconfirmed(deps, seen)
    },
  )
}
