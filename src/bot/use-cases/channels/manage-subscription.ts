import type { EventName } from '../../../contract/event.ts'
import { channelSettings } from '../../store/channels/channel-settings.ts'
import {
  removeSubscription,
  setEvents,
  type Subscription,
  subscriptionsOf,
} from '../../store/channels/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { eventsDialog, eventsInput } from '../../messages/channels/events-dialog.ts'
import { subscriptionKey, type SubscriptionKey } from '../../messages/kit/ids.ts'
import type { Message } from '../../messages/kit/message.ts'
import { subscribed } from '../../messages/channels/subscribed.ts'
import { unsubscribed } from '../../messages/channels/unsubscribed.ts'
import { subscriptionGone } from '../../messages/channels/not-subscribed.ts'
import type { Actor } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer, Press, Submission } from '../answers/answer.ts'
import type { Errors } from '../answers/errors.ts'
import { refreshHomes } from '../home/refresh-homes.ts'
import { sayInChannel } from '../answers/tell.ts'
import { readValue } from '../answers/stale-value.ts'
import { showView } from '../answers/views.ts'
import { confirmSubscription } from './subscribe.ts'
import { stillReceivedBy } from './unsubscribe.ts'

const gone: Answer = { message: subscriptionGone() }

const subscriptionAt = async (deps: BotDeps, key: SubscriptionKey) => {
  const all = await subscriptionsOf(deps.database.sql, key.channel)
  return all.find(({ scope, target }) => scope === key.scope && target === key.target)
}

/** The subscription, or an answer if it is gone or the person may not change it. */
const managed = async (deps: BotDeps, actor: Actor, { value }: Press): Promise<Subscription | Answer> => {
  const key = readValue(subscriptionKey, value)
  return (await maySteer(deps, actor, key.channel)) ?? (await subscriptionAt(deps, key)) ?? gone
}

/** Changes a subscription and announces it in one transaction. False if it was already gone. */
const change = (
  deps: BotDeps,
  channel: string,
  once: string,
  said: Message,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> =>
  deps.database.transaction(async (tx) => {
    if (!(await work(tx))) return false
    await sayInChannel(deps, tx, channel, once, said)
    await refreshHomes(deps, tx)
    return true
  })

/** *Remove*. Announced in the channel. Undefined means success. */
export const endSubscription = async (
  deps: BotDeps,
  actor: Actor,
  press: Press,
): Promise<Answer | undefined> => {
  const found = await managed(deps, actor, press)
  if (!('createdBy' in found)) return found
  const { channel, scope, target, label } = found
  const stillBy = await stillReceivedBy(deps, channel, found)
  const said = unsubscribed({ scope, label, by: actor.user, stillBy })
  const ended = await change(deps, channel, `removed-${press.triggerId}`, said, (tx) =>
    removeSubscription(tx, channel, scope, target),
  )
  return ended ? undefined : gone
}

/** *Resume*: subscribes again with the same events. Undefined means success. */
export const resumeSubscription = async (
  deps: BotDeps,
  actor: Actor,
  press: Press,
): Promise<Answer | undefined> => {
  const { channel } = readValue(subscriptionKey, press.value)
  deps.slack.forgetChannel(channel)
  const found = await managed(deps, actor, press)
  if (!('createdBy' in found)) return found
  if (found.paused === undefined) return undefined
  const { scope, target, label, events } = found
  const place = await deps.slack.channel(channel)
  const { replies } = await channelSettings(deps.database.sql, channel)
  const said = subscribed({ scope, label, by: actor.user, events, resumed: true, replies })
  await change(deps, channel, `resumed-${press.triggerId}`, said, async (tx) => {
    const by = { createdBy: actor.user, createdAt: deps.now() }
    const sharedWhenMade = place.shared && !place.readersUnknown
    await confirmSubscription(tx, { channel, scope, target, label, events, ...by, sharedWhenMade })
    return true
  })
  return undefined
}

export const openEvents = async (deps: BotDeps, actor: Actor, press: Press): Promise<Answer | undefined> => {
  const found = await managed(deps, actor, press)
  if (!('createdBy' in found)) return found
  const { channel, scope, target, label, events } = found
  await showView(deps, press, eventsDialog({ key: { channel, scope, target }, label, events }))
  return undefined
}

/** Returns errors by block. Otherwise stores and announces the events before the dialog closes. */
export const saveEvents = async (
  deps: BotDeps,
  actor: Actor,
  key: SubscriptionKey,
  { viewId }: Submission,
  events: readonly EventName[],
): Promise<Errors | undefined> => {
  const wrong = (words: string) => ({ [eventsInput('project')]: words })
  if (events.length === 0)
    return wrong('Choose at least one event. To receive none, remove the subscription.')
  const found = await subscriptionAt(deps, key)
  const { replies } = await channelSettings(deps.database.sql, key.channel)
  const facts = {
    scope: key.scope,
    label: found?.label ?? '',
    by: actor.user,
    events,
    changed: true,
    replies,
  }
  const saved =
    found &&
    (await change(deps, key.channel, `events-${viewId}`, subscribed(facts), (tx) =>
      setEvents(tx, key, events),
    ))
  return saved ? undefined : wrong('This subscription no longer exists, so there is nothing to save.')
}
