import { muteOf } from '../../audience/store/channel-mutes.ts'
import { subscriptionsOf } from '../../audience/store/subscriptions.ts'
import { subscriptionList, subscriptionsShown, subscriptionsDialog } from './messages/subscription-list.ts'
import type { Here } from '../../audience/actor.ts'
import { maySteer } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { OnPress, Said } from '../../answers/answer.ts'
import { showView, updateView } from '../../answers/views.ts'
import { settingsNow } from './settings.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

const listOf = async (deps: BotDeps, channel: string, offset = 0): Promise<Said> => {
  const { sql } = deps.database
  const all = await subscriptionsOf(sql, channel)
  const mute = await muteOf(sql, deps.now(), channel)
  const { settings, mixed, preset } = await settingsNow(sql, channel)
  const subscriptions = all
    .slice(offset, offset + subscriptionsShown)
    .map(({ scope, target, label, events, createdBy, createdAt, paused }) => ({
      scope,
      target,
      label,
      events: mixed ? events : undefined,
      by: createdBy,
      createdAt: iso(createdAt),
      pausedReason: paused?.reason,
    }))
  return {
    message: subscriptionList({
      channel,
      subscriptions,
      total: all.length,
      offset,
      mute: mute && { untilDate: mute.until === undefined ? undefined : iso(mute.until) },
      mixed,
      settings: { ...settings, preset },
    }),
  }
}

export const listSubscriptions = (deps: BotDeps, { place }: Here, offset: number): Promise<Said> =>
  listOf(deps, place.channel, offset)

const dialogOf = async (deps: BotDeps, channel: string) =>
  subscriptionsDialog(channel, (await listOf(deps, channel)).message)

/** *Manage*: shows the list in a dialog, because the Home tab has no channel; and above the settings. */
export const openSubscriptions: OnPress = async (deps, actor, press) => {
  const refused = await maySteer(deps, actor, press.value)
  if (refused) return refused
  await showView(deps, press, await dialogOf(deps, press.value))
  return undefined
}

/** Shows the current state. Ignores a closed dialog. */
export const refreshSubscriptions = async (deps: BotDeps, viewId: string, channel: string): Promise<void> =>
  void (await updateView(deps, viewId, await dialogOf(deps, channel)))
