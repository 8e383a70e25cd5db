import { channelFilters } from '../../store/bot/channel-filters.ts'
import { muteOf } from '../../store/bot/channel-mutes.ts'
import { subscriptionsOf } from '../../store/bot/subscriptions.ts'
import { filterWords } from '../messages/filter-words.ts'
import { subscriptionList, subscriptionsShown } from '../messages/subscription-list.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'

export const iso = (ms: number): string => new Date(ms).toISOString()

/** `/onboard subscriptions`: what this channel receives, what is paused and why, and what can be done about it. */
export const listSubscriptions = async (deps: BotDeps, channel: string, offset: number): Promise<Answer> => {
  const { sql } = deps.database
  const all = await subscriptionsOf(sql, channel)
  const page = all.slice(offset, offset + subscriptionsShown)
  const mute = await muteOf(sql, deps.now(), channel)
  const subscriptions = page.map(
    ({ scope, target, label, events, createdBy, createdAt, paused, accountLostAt }) => ({
      scope,
      target,
      label,
      events,
      by: createdBy,
      createdAt: iso(createdAt),
      pausedReason: paused?.reason,
      isLost: accountLostAt !== undefined,
    }),
  )
  return {
    message: subscriptionList({
      channel,
      subscriptions,
      total: all.length,
      offset,
      mute: mute && { untilDate: mute.until === undefined ? undefined : iso(mute.until) },
      filters: filterWords(await channelFilters(sql, channel)),
    }),
  }
}
