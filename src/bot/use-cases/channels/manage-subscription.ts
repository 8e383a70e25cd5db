import type { EventName } from '../../../contract/event.ts'
import { channelSettings } from '../../store/channels/channel-settings.ts'
import {
  removeSubscription,
  setEvents,
  type Subscription,
  subscriptionsOf,
} from '../../store/channels/subscriptions.ts'
import { eventsDialog } from '../../messages/channels/events-dialog.ts'
import type { SubscriptionKey } from '../../messages/kit/ids.ts'
import { subscribed, unsubscribed } from '../../messages/channels/subscribed.ts'
import { subscriptionGone } from '../../messages/channels/not-subscribed.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { mayNotManage } from '../../access/may-not-manage.ts'
import { refreshHomes } from '../home/refresh-homes.ts'
import { sayInChannel } from '../answers/say-in-channel.ts'
import { confirmSubscription } from './subscribe.ts'
import { stillReceivedBy } from './unsubscribe.ts'

export interface SubscriptionPress {
  key: SubscriptionKey
  user: string
  /** Where the button stood. */
  channel: string
  triggerId: string
  /** Pressed in a dialog: what it opens comes on top of it. */
  onTop?: boolean
}

const subscriptionAt = async (deps: BotDeps, key: SubscriptionKey) => {
  const all = await subscriptionsOf(deps.database.sql, key.channel)
  return all.find(({ scope, target }) => scope === key.scope && target === key.target)
}

/** What is there and may be changed by who pressed, or the refusal. */
const managed = async (
  deps: BotDeps,
  { key, user, channel }: SubscriptionPress,
): Promise<Subscription | Answer> => {
  const refused = await mayNotManage(deps, user, key.channel, channel)
  if (refused) return refused
  return (await subscriptionAt(deps, key)) ?? { message: subscriptionGone() }
}

/** *Remove*: said in the channel once, however many press it. Undefined: it is done. */
export const endSubscription = async (
  deps: BotDeps,
  press: SubscriptionPress,
): Promise<Answer | undefined> => {
  const { key, user, triggerId } = press
  const found = await managed(deps, press)
  if (!('createdBy' in found)) return found
  const stillBy = await stillReceivedBy(deps, key.channel, key)
  const said = unsubscribed({ scope: found.scope, label: found.label, by: user, stillBy })
  const removed = await deps.database.transaction(async (tx) => {
    if (!(await removeSubscription(tx, key.channel, key.scope, key.target))) return false
    await sayInChannel(deps, tx, key.channel, `removed-${triggerId}`, said)
    await refreshHomes(deps, tx)
    return true
  })
  return removed ? undefined : { message: subscriptionGone() }
}

/** *Resume*: as subscribing it again, with the events it has. Undefined: it runs. */
export const resumeSubscription = async (
  deps: BotDeps,
  press: SubscriptionPress,
): Promise<Answer | undefined> => {
  const { key, user, triggerId } = press
  deps.slack.forgetChannel(key.channel)
  const found = await managed(deps, press)
  if (!('createdBy' in found)) return found
  if (found.paused === undefined) return undefined
  const { scope, target, label, events } = found
  const place = await deps.slack.channel(key.channel)
  const before = await subscriptionsOf(deps.database.sql, key.channel)
  const { replies } = await channelSettings(deps.database.sql, key.channel)
  const said = subscribed({ scope, label, by: user, events, resumed: true, replies })
  await deps.database.transaction(async (tx) => {
    await confirmSubscription(tx, before, {
      channel: key.channel,
      scope,
      target,
      label,
      events,
      createdBy: user,
      createdAt: deps.now(),
      sharedWhenMade: place.shared && !place.unread,
    })
    await sayInChannel(deps, tx, key.channel, `resumed-${triggerId}`, said)
    await refreshHomes(deps, tx)
  })
  return undefined
}

/** *Edit events*: a box for each. */
export const openEvents = async (deps: BotDeps, press: SubscriptionPress): Promise<Answer | undefined> => {
  const found = await managed(deps, press)
  if (!('createdBy' in found)) return found
  const { label, events } = found
  const view = eventsDialog({ key: press.key, label, events })
  if (press.onTop === true) await deps.slack.pushView(press.triggerId, view)
  else await deps.slack.openView(press.triggerId, view)
  return undefined
}

/** Kept before the dialog closes, and said in the channel. Returns whether the subscription is still there. */
export const saveEvents = async (
  deps: BotDeps,
  { key, user, viewId }: { key: SubscriptionKey; user: string; viewId: string },
  events: readonly EventName[],
): Promise<boolean> => {
  const found = await subscriptionAt(deps, key)
  if (!found) return false
  const { scope, label } = found
  const { replies } = await channelSettings(deps.database.sql, key.channel)
  const said = subscribed({ scope, label, by: user, events, changed: true, replies })
  return deps.database.transaction(async (tx) => {
    if (!(await setEvents(tx, key, events))) return false
    await sayInChannel(deps, tx, key.channel, `events-${viewId}`, said)
    await refreshHomes(deps, tx)
    return true
  })
}
