import type { App } from '@slack/bolt'
import type { BotDeps } from '../deps.ts'
import { isUnshared, pauseFor } from '../use-cases/posting/pause-channel.ts'

/** Slack's seconds as text, `1732183200.000100`, in whole ms: PostgreSQL takes no part of one. */
const time = (deps: BotDeps, stamp: string | undefined): number => {
  const ms = Math.round(Number(stamp) * 1_000)
  return Number.isFinite(ms) ? ms : deps.now()
}

/**
 * A channel changed. Who reads it is asked anew before the next message; what ends an agreement pauses what the
 * channel receives, durably, before Slack is answered. A rename changes nothing: ids count.
 */
export const addChannelListeners = (app: App, deps: BotDeps): void => {
  const forget = (channel: string) => Promise.resolve(deps.slack.forgetChannel(channel))
  const pause = (channel: string, reason: string, stamp: string | undefined) =>
    pauseFor(deps, channel, reason, time(deps, stamp))

  app.event('channel_shared', ({ event }) => pause(event.channel, 'shared', event.event_ts))
  app.event('channel_unshared', ({ event }) =>
    event.is_ext_shared ? forget(event.channel) : isUnshared(deps, event.channel),
  )
  app.event('channel_id_changed', ({ event }) =>
    pause(event.old_channel_id, 'channel_id_changed', event.event_ts),
  )
  app.event('channel_archive', ({ event }) => pause(event.channel, 'is_archived', event.event_ts))
  app.event('group_archive', ({ event }) => pause(event.channel, 'is_archived', event.event_ts))
  app.event('channel_deleted', ({ event }) => pause(event.channel, 'channel_deleted', undefined))
  app.event('group_deleted', ({ event }) => pause(event.channel, 'channel_deleted', event.event_ts))
  app.event('channel_left', ({ event }) => pause(event.channel, 'not_in_channel', event.event_ts))
  app.event('group_left', ({ event }) => pause(event.channel, 'not_in_channel', event.event_ts))
  app.event('member_left_channel', async ({ event }) => {
    const { userId } = await deps.slack.identity()
    if (event.user === userId) return pause(event.channel, 'not_in_channel', event.event_ts)
    await forget(event.channel)
  })
  app.event('channel_unarchive', ({ event }) => forget(event.channel))
  app.event('group_unarchive', ({ event }) => forget(event.channel))
  app.event('channel_rename', ({ event }) => forget(event.channel.id))
  app.event('group_rename', ({ event }) => forget(event.channel.id))
  app.event('member_joined_channel', ({ event }) => forget(event.channel))
}
