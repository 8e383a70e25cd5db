import { muteFacts } from '../../audience/messages/paused.ts'
import { muteOf, channelSettings } from '../../store/channel-settings.ts'
import {
  subscriptionsOf,
  accountOf,
  removeSubscription,
  type Subscription,
  runningIn,
  covers,
} from '../../store/subscriptions.ts'
import { subscriptionList, subscriptionsShown, subscriptionsDialog } from './messages/subscription-list.ts'
import { type Here, type Actor, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Tx } from '../../store/database.ts'
import { changeSubscriptions } from '../../sync/posts/follow-readers.ts'
import {
  type OnPress,
  type MessageAnswer,
  type Answer,
  type Press,
  showView,
  updateView,
} from '../../answers/answer.ts'
import { choices } from '../../kit/buttons.ts'
import { subscriptionKeySchema } from '../../kit/ids.ts'
import { capital } from '../../kit/text.ts'
import * as words from '../../audience/messages/subscribed.ts'
import { askFirst, consentFor, type Wish } from '../../audience/consent.ts'
import { notifyChannel } from '../../answers/notify.ts'
import { readValue } from '../../kit/facts.ts'
import { storeSubscription, findWish, subscriptionTo } from './subscribe.ts'
import { settingsNow } from './store-settings.ts'
import { folded } from '../../../contract/text.ts'
import { knownProject } from '../../store/known-projects.ts'
import { type Target, wordsOf } from '../../answers/reference.ts'

type SubscriptionKey = Parameters<typeof removeSubscription>[1]

/** False if there is none by now. */
const end = (deps: BotDeps, tx: Tx, one: SubscriptionKey): Promise<boolean> =>
  changeSubscriptions(deps, tx, one.channel, (changing) => removeSubscription(changing, one, deps.now()))

const endAll = async (deps: BotDeps, { user, place: { channel } }: Here) => {
  const ended = await deps.database.transaction(async (tx) => {
    const all = await subscriptionsOf(tx.sql, channel)
    for (const one of all) await end(deps, tx, one)
    return all
  })
  if (ended.length === 0) return { message: words.nothingSubscribed({ target: 'all' }) }
  const { replies } = await channelSettings(deps.database.sql, channel)
  return { message: words.unsubscribedAll({ by: user, ended, replies }), inChannel: true }
}

type Named = Exclude<Target, { scope: 'all' }>

const wordsIn = (target: Named): string =>
  target.scope === 'account' ? target.account : wordsOf(target.project)

/** A bare name may also be an account's. An account is wider, so then projects with a similar name are candidates too. */
const meantBy = (named: Named, all: readonly Subscription[]): Subscription[] => {
  const query = wordsIn(named)
  const wanted = folded(query)
  const isCalled = ({ target, label }: Subscription) => folded(target) === wanted || folded(label) === wanted
  const accounts = all.filter((one) => one.scope === 'account' && isCalled(one))
  if (named.scope === 'account') {
    const exact = accounts.filter(({ target }) => target === query)
    return exact.length > 0 ? exact : accounts
  }
  const isLike = (one: Subscription) => accounts.length > 0 && folded(one.label).includes(wanted)
  const projects = all.filter((one) => one.scope === 'project' && (isCalled(one) || isLike(one)))
  return [...accounts, ...projects]
}

const candidateOf = ({ scope, target, label, accountName }: Subscription) => ({
  name: label,
  details: [capital(scope), accountName],
  run: `unsubscribe ${scope === 'account' ? 'account:' : ''}${target}`,
})

/** The wider subscription by which the channel still receives the target. */
const stillReceivedBy = async (
  { database: { sql } }: BotDeps,
  channel: string,
  { scope, target }: Pick<Wish, 'scope' | 'target'>,
) => {
  if (scope === 'all') return undefined
  const project = scope === 'project' ? await knownProject(sql, target) : undefined
  const running = await runningIn(sql, channel)
  const still =
    running.find((one) => one.scope === 'all') ??
    running.find((one) => one.scope === 'account' && project && covers(one, project))
  return still && { scope: still.scope, label: still.label }
}

export const unsubscribe = async (deps: BotDeps, actor: Here, named: Target): Promise<Answer> => {
  if (named.scope === 'all') return endAll(deps, actor)
  const { user, place } = actor
  const { channel } = place
  const query = wordsIn(named)
  // The channel's own subscriptions come first, so that this works without the tracker.
  const own = meantBy(named, await subscriptionsOf(deps.database.sql, channel))
  const [first] = own
  if (own.length > 1)
    return { message: choices({ of: 'subscription', query, candidates: own.map(candidateOf) }) }
  if (!first && named.scope === 'account') return { message: words.nothingSubscribed({ target: query }) }
  const found = first ? { wish: first } : await findWish(deps, actor, named, (uuid) => `unsubscribe ${uuid}`)
  if (!('wish' in found)) return found
  const { scope, target, label } = found.wish
  const removed = await deps.database.transaction((tx) => end(deps, tx, { channel, scope, target }))
  if (!removed) return { message: words.nothingSubscribed({ target: query }) }
  const stillBy = await stillReceivedBy(deps, channel, found.wish)
  return { message: words.unsubscribed({ scope, label, by: user, stillBy }), inChannel: true }
}

export const listSubscriptions = async (
  deps: BotDeps,
  channel: string,
  offset = 0,
): Promise<MessageAnswer> => {
  const { sql } = deps.database
  const all = await subscriptionsOf(sql, channel)
  const mute = await muteOf(sql, deps.now(), channel)
  const { settings, mixed, preset } = await settingsNow(sql, channel)
  return {
    message: subscriptionList({
      channel,
      subscriptions: all.slice(offset, offset + subscriptionsShown),
      total: all.length,
      offset,
      mute: muteFacts(mute),
      mixed,
      settings: { ...settings, preset },
    }),
  }
}

const dialogOf = async (deps: BotDeps, channel: string) =>
  subscriptionsDialog(channel, (await listSubscriptions(deps, channel)).message)

/** Shows the list in a dialog: on the Home tab, which has no channel, or on top of the settings. */
export const openSubscriptions: OnPress = async (deps, actor, press) => {
  const refused = await maySteer(deps, actor, press.value)
  if (refused) return refused
  await showView(deps, press, await dialogOf(deps, press.value))
  return undefined
}

/** Shows the current state. Ignores a closed dialog. */
export const refreshSubscriptions = async (deps: BotDeps, viewId: string, channel: string): Promise<void> =>
  void (await updateView(deps, viewId, await dialogOf(deps, channel)))

const goneAnswer: Answer = { message: words.subscriptionGone() }

const findManaged = async (deps: BotDeps, actor: Actor, { value }: Press): Promise<Subscription | Answer> => {
  const { channel, scope, target } = readValue(subscriptionKeySchema, value)
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  return (await subscriptionTo(deps.database.sql, { channel, scope, target })) ?? goneAnswer
}

/** *Remove*. Undefined means success. */
export const endSubscription: OnPress = async (deps, actor, press) => {
  const found = await findManaged(deps, actor, press)
  if (!('createdBy' in found)) return found
  const { channel, scope, label } = found
  const stillBy = await stillReceivedBy(deps, channel, found)
  const message = words.unsubscribed({ scope, label, by: actor.user, stillBy })
  return deps.database.transaction(async (tx) => {
    if (!(await end(deps, tx, found))) return goneAnswer
    await notifyChannel(deps, tx, channel, `removed-${press.triggerId}`, message)
    return undefined
  })
}

/** *Resume*: subscribes again with the same events. Undefined means success. Asks first if outsiders read the channel. */
export const resumeSubscription: OnPress = async (deps, actor, press) => {
  const { channel } = readValue(subscriptionKeySchema, press.value)
  deps.slack.forgetChannel(channel)
  const found = await findManaged(deps, actor, press)
  if (!('createdBy' in found)) return found
  if (found.paused === undefined) return undefined
  const { scope, target, label, events } = found
  const ownEvents = found.ownEvents ? events : undefined
  const wish = { channel, scope, target, label, account: accountOf(found), ownEvents }
  const consent = await consentFor(deps, wish)
  if (consent.kind !== 'given') return { message: askFirst(consent, wish) }
  await storeSubscription(deps, actor, wish, consent, { cause: `resumed-${press.triggerId}` })
  return undefined
}
