import type { EventName } from '../../contract/event.ts'
import { allRefused, subscribeQuestion } from './messages/subscribed.ts'
import type { Message } from '../kit/message.ts'
import {
  type AccountFacts,
  accountOf,
  type Scope,
  type Subscription,
  isSameAccount,
  isWithin,
  noAccount,
} from '../store/subscriptions.ts'
import type { KnownProject } from '../store/known-projects.ts'
import type { BotDeps } from '../deps/deps.ts'
import { subscriptionsFor, type Readers, readersOf, withInvited } from './audience.ts'

declare const made: unique symbol

/** What somebody wants a channel to receive. */
export interface Wish {
  channel: string
  scope: Scope
  target: string
  label: string
  /** The account itself, or the project's. Undefined for `all`, and for a project without an account. */
  account: AccountFacts | undefined
  /** Undefined: what the channel's settings say. */
  ownEvents?: readonly EventName[] | undefined
  /** The channel's new preset, stored with the subscription. */
  preset?: string | undefined
}

/** The permission to subscribe a channel. Only this file makes one, so no subscription comes without it. */
export interface Consent {
  readonly [made]: true
  readonly kind: 'given'
  /** The key of those from outside who may read this. Empty: the team alone reads the channel. */
  readonly readers: string
}

interface NoConsent {
  /** `refused`: no confirmation helps. `needed`: a person must see who reads the channel, and confirm. */
  readonly kind: 'refused' | 'needed'
  readonly readers: Readers
  /** The accounts whose words the channel receives now. */
  readonly received: readonly string[]
}

const consent = (readers: string): Consent => ({ kind: 'given', readers }) as Consent

/**
 * The one rule for what a channel with people from outside receives; unknown readers count as outside. Such a channel
 * never receives all projects. An account whose words it does not receive yet needs a person's confirmation.
 * `confirmed`: the key of the readers that this person saw.
 */
export const consentFor = async (
  deps: BotDeps,
  { channel, scope, target, account }: Wish,
  confirmed?: string,
): Promise<Consent | NoConsent> => {
  const readers = await readersOf(deps, channel)
  if (!readers.outside) return consent('')
  const running = await subscriptionsFor(deps, { channel, shared: true, readers: readers.key })
  const received = [...new Set(running.map((one) => accountOf(one).name ?? one.label))]
  if (scope === 'all') return { kind: 'refused', readers, received }
  const wanted = account ?? noAccount
  const isReceived = running.some((one) =>
    one.scope === scope && one.target === target
      ? isWithin(accountOf(one), wanted)
      : isSameAccount(accountOf(one), wanted),
  )
  return isReceived || confirmed === readers.key
    ? consent(readers.key)
    : { kind: 'needed', readers, received }
}

/** Whoever invites people from outside to a project's channel confirms that they may read the project. */
export const consentByInviting = ({ readers }: Pick<Subscription, 'readers'>): Consent =>
  consent(withInvited(readers))

export const wishFor = (channel: string, { uuid, name, accountName, accountId }: KnownProject): Wish => {
  const account = { name: accountName, id: accountId }
  return { channel, scope: 'project', target: uuid, label: name, account }
}

/** The question before a subscription, or its refusal. Both say who reads the channel. */
export const askFirst = (
  { kind, readers, received }: NoConsent,
  { channel, scope, target, label, account, ownEvents, preset }: Wish,
): Message => {
  if (kind === 'refused') return allRefused({ readers })
  const events = ownEvents && [...ownEvents]
  const wanted = { channel, scope, target, readers: readers.key, events, preset }
  const accountName = scope === 'project' ? account?.name : undefined
  return subscribeQuestion({ scope, label, accountName, readers, received, wanted })
}
