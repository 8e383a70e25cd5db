import type { EventName } from '../../contract/event.ts'
import type { ProjectChannel } from '../store/project-channels.ts'
import { runningIn, type Subscription, coversAny, type RoutedProject } from '../store/subscriptions.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { ReadersFacts } from './messages/subscribed.ts'
import type { Channel } from '../slack/slack.ts'

export interface Readers extends ReadersFacts {
  /** Somebody from outside reads the channel, or Slack did not say who reads it. */
  outside: boolean
  /** From `keyOfOutsiders`. A confirmation holds for the readers that its key names. */
  key: string
}

type Seen = Pick<
  Channel,
  'shared' | 'organizations' | 'strangers' | 'invited' | 'withGuests' | 'readersUnknown'
>

/** For organizations whose people were invited. Whoever comes is confirmed by name. */
const invited = 'invited'

/** Who from outside reads a channel: ids of organizations, and words for others. Empty: only the team reads it. */
export const keyOfOutsiders = (seen: Seen): string => {
  if (!seen.shared) return ''
  const kinds = [...seen.organizations].sort()
  if (seen.withGuests) kinds.push('guests')
  if (seen.strangers) kinds.push('others')
  if (seen.invited) kinds.push(invited)
  if (seen.readersUnknown) kinds.push('unknown')
  return kinds.join(' ') || 'others'
}

const kindsIn = (key: string): string[] => key.split(' ').filter((kind) => kind !== '')

/** Whether a confirmation that named these readers holds for those who read the channel now. Fewer is fine. */
export const isConfirmedFor = (confirmed: string, now: string): boolean => {
  const named = kindsIn(confirmed)
  // If Slack doesn't say who reads the channel now, that is no sign of a new reader.
  return kindsIn(now).every((kind) => named.includes(kind) || (kind === 'unknown' && named.length > 0))
}

/** Whoever invites people of other organizations knows that the channel is no longer the team's alone. */
export const withInvited = (confirmed: string): string =>
  [...kindsIn(confirmed).filter((kind) => kind !== invited), invited].join(' ')

/** Who reads a channel, for sentences that name its readers and decisions that depend on them. */
export const readersOf = async ({ slack }: BotDeps, channel: string): Promise<Readers> => {
  const seen = await slack.channel(channel)
  const { shared: outside, withGuests: guests, readersUnknown, organizations: ids } = seen
  const names = await Promise.all(ids.map((id) => slack.organizationName(id)))
  const organizations = names.filter((name) => name !== undefined)
  // Of an organization that Slack does not list yet, or does not name.
  const strangers = outside && (seen.strangers || seen.invited || organizations.length < ids.length)
  return {
    channel,
    outside,
    key: keyOfOutsiders(seen),
    organizations,
    strangers,
    guests,
    unknown: readersUnknown !== false,
  }
}

export interface Route {
  channel: string
  /** Guests or people of another organization can read it, or Slack did not say who can. */
  shared: boolean
  readersUnknown: Channel['readersUnknown']
  /** From `keyOfOutsiders`: who from outside reads the channel. */
  readers: string
  /** An IANA name. Decides which day it is for the readers. */
  timeZone: string
}

/** A conversation that only the person reads. */
export const routeAlone = async ({ slack }: BotDeps, channel: string, user: string): Promise<Route> => {
  const { timeZone = 'UTC' } = await slack.person(user)
  return { channel, shared: false, readersUnknown: false, readers: '', timeZone }
}

export const routeTo = async (deps: BotDeps, channel: string): Promise<Route> => {
  const seen = await deps.slack.channel(channel)
  const { shared, readersUnknown, timeZone = 'UTC' } = seen
  return { channel, shared, readersUnknown, readers: keyOfOutsiders(seen), timeZone }
}

/** Where outsiders read, or Slack doesn't say who reads, only a task is shown that is known not to be internal. */
export const mayShow = ({ shared }: Pick<Route, 'shared'>, internal: boolean | undefined): boolean =>
  !shared || internal === false

/** The active subscriptions. If outsiders read the channel, only those that were confirmed for these readers. */
export const subscriptionsFor = async (
  deps: BotDeps,
  { channel, shared, readers }: Pick<Route, 'channel' | 'shared' | 'readers'>,
): Promise<Subscription[]> => {
  const running = await runningIn(deps.database.sql, channel)
  return running.filter(({ only, ...one }) => !shared || (only && isConfirmedFor(one.readers, readers)))
}

/**
 * Slack said that outsiders read the channel, even if not who they all are, or refuses to say who reads it. `readers`: from
 * `keyOfOutsiders`.
 */
export const isKnownShared = ({
  shared,
  readers,
  readersUnknown,
}: Pick<Route, 'shared' | 'readers' | 'readersUnknown'>): boolean =>
  shared && (readers !== 'unknown' || readersUnknown === 'refused')

/** Whether the channel gets this project. While Slack has not said who reads it, any active subscription counts. */
export const receives = async (deps: BotDeps, route: Route, project: RoutedProject) => {
  return coversAny(await subscriptionsFor(deps, { ...route, shared: isKnownShared(route) }), project)
}

/** Like `receives`, for an outsider: while Slack has not said who reads the channel, only confirmed subscriptions count. */
export const receivesAsShared = async (deps: BotDeps, route: Route, project: RoutedProject) =>
  coversAny(await subscriptionsFor(deps, { ...route, shared: true }), project)

/** What a message is about. `project` is undefined if unknown. */
export interface About {
  project: RoutedProject | undefined
  /** Whether it is about an internal task. Undefined if unknown; false if it is about a project. */
  internal: boolean | undefined
}

/**
 * The rule for everything that is posted, changed or pinned in a channel: a shared channel gets only what it receives,
 * and nothing internal. Checked when a message is decided, by the tracker's facts, and right before it is sent, by stored
 * ones. `mustReceive`: a channel that only the team reads also gets only what it receives.
 */
export const whyNotTell = async (
  deps: BotDeps,
  route: Route,
  { project, internal }: About,
  mustReceive = route.shared,
): Promise<'internal' | 'not received' | undefined> => {
  if (!mayShow(route, internal)) return 'internal'
  const isReceived = !mustReceive || (project !== undefined && (await receives(deps, route, project)))
  return isReceived ? undefined : 'not received'
}

export const mayTell = async (deps: BotDeps, route: Route, about: About): Promise<boolean> =>
  (await whyNotTell(deps, route, about)) === undefined

export const mayTellProject = (deps: BotDeps, route: Route, project: RoutedProject) =>
  mayTell(deps, route, { project, internal: false })

export type Reader = Route & Pick<ProjectChannel, 'carded'>

/** The project's channels that subscribe to this event and may show it. */
export const audience = async (
  deps: BotDeps,
  channels: readonly ProjectChannel[],
  event: EventName,
  internal: boolean | undefined,
): Promise<Reader[]> => {
  const listening = channels.filter(({ events }) => events.has(event))
  const readers = await Promise.all(
    listening.map(async ({ channel, carded }) => ({ ...(await routeTo(deps, channel)), carded })),
  )
  return readers.filter((reader) => mayShow(reader, internal))
}

export interface Urls {
  internalUrl?: string | null | undefined
  portalUrl?: string | null | undefined
}

/** A shared channel never gets the internal page's URL. */
export const linkFor = (route: Pick<Route, 'shared'>, urls: Urls): string | undefined =>
  (route.shared ? urls.portalUrl : (urls.internalUrl ?? urls.portalUrl)) ?? undefined

/** Adds the task's place to the address, because all tasks of a project share its page. */
export const atTask = (url: string, taskUuid: string): string =>
  url.toLowerCase().includes(taskUuid) ? url : `${url.split('#')[0] ?? url}#task-${taskUuid}`

export const taskLinkFor = (route: Pick<Route, 'shared'>, taskUuid: string, urls: Urls) => {
  const url = linkFor(route, urls)
  return url === undefined ? undefined : atTask(url, taskUuid)
}
