import { queuePosts } from '../../sync/posts/decision.ts'
import { subscribedNow, alreadySubscribed, subscribed } from '../../audience/messages/subscribed.ts'
import { wantedSubscriptionSchema } from '../../kit/ids.ts'
import { message } from '../../kit/message.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { listingJob } from '../../store/payloads.ts'
import { type EventName, eventNames, families } from '../../../contract/event.ts'
import type { Target } from '../../answers/reference.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import { askFirst, consentFor, type Consent, type Wish, wishFor } from '../../audience/consent.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer, MessageAnswer, OnPress } from '../../answers/answer.ts'
import { readValue } from '../../kit/facts.ts'
import { notifyChannel } from '../../answers/notify.ts'
import { linkFor, routeTo, isConfirmedFor } from '../../audience/audience.ts'
import { accountUnknown } from '../../answers/messages/answers.ts'
import { lookUpAccount, namedProject } from '../../answers/named-project.ts'
import { projectCardPost } from '../../sync/posts/project-card-updates.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import { presetOf, sameEvents, settingsSaved } from '../../audience/messages/settings-words.ts'
import { settingsBy, settingsNow, storeSettings } from './store-settings.ts'
import { channelSettings } from '../../store/channel-settings.ts'
import {
  subscriptionsOf,
  type NewSubscription,
  putSubscription,
  type Subscription,
  isWithin,
  noAccount,
} from '../../store/subscriptions.ts'
import { changeSubscriptions } from '../../sync/posts/follow-readers.ts'
import { withholdWaiting } from '../../sync/posts/pause-channel.ts'

/** `comments`, `tasks` …, `all`, and each event's own name. */
const eventsByWord: ReadonlyMap<string, readonly EventName[]> = new Map([
  ...Object.entries(families).map(([family, names]) => [`${family}s`, names] as const),
  ['all', eventNames] as const,
  ...eventNames.map((name) => [name, [name]] as const),
])

export const eventWordsKnown: readonly string[] = [...eventsByWord.keys()]

/** The word as the table has it: people use capitals, and phones turn `-` into a dash. */
export const eventWord = (word: string): string => word.replace(/^[‐‑‒–—−]/u, '-').toLowerCase()

/** The events of a word, such as `comments`, `-comments` or `comment_new`. */
const eventsOf = (word: string): readonly EventName[] => eventsByWord.get(word.replace(/^-/, '')) ?? []

export const isEventWord = (word: string): boolean => eventsOf(word).length > 0

/** Events in the interface's order. `-name` leaves an event out, in any place. If no word adds one, `base` counts. */
export const resolveEvents = (words: readonly string[], base: readonly EventName[]): EventName[] => {
  const included = words.filter((word) => !word.startsWith('-'))
  const wanted = new Set(included.length ? included.flatMap(eventsOf) : base)
  const unwanted = new Set(words.filter((word) => word.startsWith('-')).flatMap(eventsOf))
  return eventNames.filter((name) => wanted.has(name) && !unwanted.has(name))
}

/** Creates, changes or resumes a subscription for the channel's current readers. False if nothing changed. */
export const confirmSubscription = async (
  deps: BotDeps,
  tx: Tx,
  subscription: Omit<NewSubscription, 'readers'>,
  { readers }: Consent,
): Promise<boolean> => {
  const { channel, createdAt } = subscription
  const before = await subscriptionsOf(tx.sql, channel)
  // Waiting messages were made for the readers of that time.
  if (before.some(({ paused, readers: confirmed }) => paused || !isConfirmedFor(confirmed, readers)))
    await withholdWaiting(tx, channel, 'decided before somebody confirmed who reads the channel', createdAt)
  return changeSubscriptions(deps, tx, channel, (changing) =>
    putSubscription(changing, { ...subscription, readers }),
  )
}

export interface SubscribeArgs {
  target: Target
  /** Words for the subscription's own events. Empty: the subscription follows the channel's settings. */
  words: string[]
  /** The channel's new preset, stored with the subscription. */
  preset?: string | undefined
}

export const targetOf = (scope: Target['scope'], target: string): Target => {
  if (scope === 'all') return { scope }
  return scope === 'account' ? { scope, account: target } : { scope, project: { by: 'uuid', uuid: target } }
}

export const noEvents = 'That leaves no events. Name at least one.'

/** With a project's state in the tracker, if it is one. Returns an answer if none or several match. `run` builds a candidate's command. */
export const findWish = async (
  deps: BotDeps,
  actor: Here,
  target: Target,
  run: (uuid: string) => string,
): Promise<{ wish: Wish; view?: ProjectInView } | Answer> => {
  const { channel } = actor.place
  const { scope } = target
  if (target.scope === 'all')
    return { wish: { channel, scope, target: '', label: 'all projects', account: undefined } }
  if (target.scope === 'account') {
    const account = await lookUpAccount(deps, target.account)
    if (!('name' in account)) return { message: accountUnknown({ query: target.account, ...account }) }
    return { wish: { channel, scope, target: account.name, label: account.name, account } }
  }
  const project = await namedProject(deps, actor, target.project, run)
  if (!('item' in project)) return project
  return { wish: wishFor(channel, project), view: project }
}

/** What a subscription brings to a channel that has these settings. */
const receivedNow = (
  { stored, preset }: Awaited<ReturnType<typeof settingsNow>>,
  ownEvents: readonly EventName[] | undefined,
) => ({
  settings: { ...stored, preset, events: ownEvents ?? stored.events },
  ownEvents: ownEvents !== undefined,
})

/** What the channel's settings bring to a subscription without events of its own. */
export const receivedBy = async (sql: Queries, channel: string) =>
  receivedNow(await settingsNow(sql, channel), undefined)

export const subscriptionTo = async (
  sql: Queries,
  { channel, scope, target }: Pick<Subscription, 'channel' | 'scope' | 'target'>,
): Promise<Subscription | undefined> =>
  (await subscriptionsOf(sql, channel)).find((one) => one.scope === scope && one.target === target)

/**
 * Stores the subscription, and posts the project's card if it is missing. Only the person hears that nothing changes.
 * With a `cause`, the channel hears of a change in the transaction; otherwise the caller says it there.
 */
export const storeSubscription = async (
  deps: BotDeps,
  { user }: Actor,
  wish: Wish,
  consent: Consent,
  { cause, view }: { cause?: string | undefined; view?: ProjectInView | undefined },
): Promise<MessageAnswer> => {
  const { channel, scope, target, label, account, ownEvents, preset } = wish
  const route = await routeTo(deps, channel)
  const url = view && linkFor(route, view)
  const card = view && (await projectCardPost(deps, view, route))
  const createdAt = deps.now()
  const settings = await settingsBy(deps, channel, user, preset)
  return deps.database.transaction(async (tx) => {
    const what = { channel, scope, target, label, ownEvents, account, createdBy: user, createdAt }
    const hadOthers = (await subscriptionsOf(tx.sql, channel)).length > 0
    if (settings) await storeSettings(deps, tx, channel, settings, { user, hasNewEvents: true })
    // The first subscription's announcement says the same.
    if (settings && hadOthers) {
      const saved = settingsSaved({ ...settings, preset: presetOf(settings), by: user })
      await notifyChannel(deps, tx, channel, `settings-${cause ?? createdAt}`, saved)
    }
    const before = await subscriptionTo(tx.sql, what)
    const isChange =
      !(before && isUnchanged(before, consent, wish)) && (await confirmSubscription(deps, tx, what, consent))
    const received = receivedNow(await settingsNow(tx.sql, channel), ownEvents)
    if (!isChange) return { message: alreadySubscribed({ scope, label, url, ...received }) }
    await queuePosts(deps, tx, card ? [card] : [])
    if (scope === 'project') await deps.lanes.enqueue(tx, [listingJob(target, deps)])
    const resumed = before?.paused !== undefined && hasEvents(before, ownEvents)
    const changed = before !== undefined
    const announcement = subscribed({ scope, label, url, by: user, changed, resumed, ...received })
    if (cause !== undefined) await notifyChannel(deps, tx, channel, cause, announcement)
    return { message: announcement, inChannel: true }
  })
}

/** `/onboard subscribe …`, announced in the channel: by the answer, or with a `cause` in the transaction. */
export const subscribe = async (
  deps: BotDeps,
  actor: Here,
  { target, words, preset }: SubscribeArgs,
  cause?: string,
): Promise<Answer> => {
  const { channel } = actor.place
  deps.slack.forgetChannel(channel)
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const route = await routeTo(deps, channel)
  const found = await findWish(deps, { ...actor, place: route }, target, (uuid) =>
    `subscribe ${uuid} ${words.join(' ')}`.trim(),
  )
  if (!('wish' in found)) return found
  const stored = await channelSettings(deps.database.sql, channel)
  const ownEvents = words.length > 0 ? resolveEvents(words, stored.events) : undefined
  if (ownEvents?.length === 0) return { message: message(noEvents) }
  const wish = { ...found.wish, ownEvents, preset }
  const consent = await consentFor(deps, wish)
  if (consent.kind !== 'given') return { message: askFirst(consent, wish) }
  return storeSubscription(deps, actor, wish, consent, { cause, view: found.view })
}

/** *Subscribe*, below the question. Asks again if other people read the channel by now. */
export const confirmSubscribe: OnPress = async (deps, actor, press) => {
  const { channel, scope, target, events, preset, readers } = readValue(wantedSubscriptionSchema, press.value)
  deps.slack.forgetChannel(channel)
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const here = { ...actor, place: await routeTo(deps, channel) }
  const found = await findWish(deps, here, targetOf(scope, target), (uuid) => `subscribe ${uuid}`)
  if (!('wish' in found)) return found
  const ownEvents = events && eventNames.filter((event) => events.includes(event))
  const wish = { ...found.wish, ownEvents, preset }
  const consent = await consentFor(deps, wish, readers)
  if (consent.kind !== 'given') return { message: askFirst(consent, wish), replace: true }
  const how = { cause: `subscribed-${press.triggerId}`, view: found.view }
  const { inChannel: isChange } = await storeSubscription(deps, actor, wish, consent, how)
  const { label, account } = wish
  const accountName = scope === 'project' ? account?.name : undefined
  const message = subscribedNow({ channel, scope, label, accountName, already: !isChange })
  return { message, replace: true }
}

/** Whether subscribing would change nothing: the channel receives it already, with the same events, for these readers. */
const isUnchanged = (
  before: Subscription,
  consent: Consent,
  { account = noAccount, ownEvents }: Wish,
): boolean => {
  const { paused, only, readers } = before
  if (paused) return false
  const isConfirmed = only && isWithin(only, account) && isConfirmedFor(readers, consent.readers)
  if (consent.readers !== '' && !isConfirmed) return false
  return hasEvents(before, ownEvents)
}

const hasEvents = (before: Subscription, ownEvents: readonly EventName[] | undefined): boolean =>
  ownEvents === undefined ? !before.ownEvents : before.ownEvents && sameEvents(ownEvents, before.events)
