import { channelFilters } from '../../store/channels/channel-filters.ts'
import { muteOf } from '../../store/channels/channel-mutes.ts'
import { subscriptionsOf } from '../../store/channels/subscriptions.ts'
import { filterWords } from '../../messages/channels/filter-words.ts'
import { subscriptionList, subscriptionsShown } from '../../messages/channels/subscription-list.ts'
import type { BotDeps } from '../../deps.ts'
import { subscriptionsDialog } from '../../messages/channels/subscriptions-dialog.ts'
import type { Answer, Press, Said } from '../answers/answer.ts'
import { mayNotManage } from '../../access/may-not-manage.ts'
import { updateView } from '../answers/views.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** `/onboard subscriptions`: what this channel receives, what is paused and why, and what can be done about it. */
export const listSubscriptions = async (deps: BotDeps, channel: string, offset: number): Promise<Said> => {
  const { sql } = deps.database
  const all = await subscriptionsOf(sql, channel)
  const mute = await muteOf(sql, deps.now(), channel)
  const subscriptions = all
    .slice(offset, offset + subscriptionsShown)
    .map(({ scope, target, label, events, createdBy, createdAt, paused, accountLostAt }) => ({
      scope,
      target,
      label,
      events,
      by: createdBy,
      createdAt: iso(createdAt),
      pausedReason: paused?.reason,
      isLost: accountLostAt !== undefined,
    }))
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

const dialogOf = async (deps: BotDeps, channel: string) =>
  subscriptionsDialog(channel, (await listSubscriptions(deps, channel, 0)).message)

/** *Manage*: the same list as a dialog, since a Home tab has no channel to answer in. */
export const openSubscriptions = async (deps: BotDeps, press: Press): Promise<Answer | undefined> => {
  const refused = await mayNotManage(deps, press.user, press.value, press.channel)
  if (refused) return refused
  await deps.slack.openView(press.triggerId, await dialogOf(deps, press.value))
  return undefined
}

/** The dialog shows what holds now; one that was closed meanwhile shows nothing. */
export const refreshSubscriptions = async (deps: BotDeps, viewId: string, channel: string): Promise<void> =>
  void (await updateView(deps, viewId, await dialogOf(deps, channel)))
