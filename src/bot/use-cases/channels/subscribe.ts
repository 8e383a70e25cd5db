import { channelSettings } from '../../store/channels/channel-settings.ts'
import { addDeliveries, withholdWaiting } from '../../store/ledger/deliveries.ts'
import { putSubscription, type Scope, subscriptionsOf } from '../../store/channels/subscriptions.ts'
import { subscribed } from '../../messages/channels/subscribed.ts'
import type { Tx } from '../../store/database.ts'
import type { EventName } from '../../../contract/event.ts'
import { noEvents, subscribe as subcommand, type SubscribeArgs } from '../../commands/channels.ts'
import { resolveEvents } from '../../commands/parse/events.ts'
import { refused as refusedBy } from '../../commands/subcommand.ts'
import type { Target } from '../../commands/parse/target.ts'
import type { Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { isKnownShared, linkFor, type Route, routeTo } from '../../access/audience.ts'
import { allProjects } from '../tracker/find-project.ts'
import { accountIdOf } from '../tracker/notice-account.ts'
import { peopleOf } from '../tracker/people.ts'
import { unresolved } from '../tracker/project-answers.ts'
import { plannedProjectCard } from '../ledger/project-card-updates.ts'
import { deliveryId } from '../ledger/delivery-id.ts'
import type { ProjectInView } from '../tracker/project-in-view.ts'
import { refreshHomes } from '../home/refresh-homes.ts'
import { resolve, wordsOf } from '../tracker/resolve-project.ts'
import { settingsNow } from './settings.ts'

export interface Found {
  scope: Scope
  target: string
  label: string
  url?: string | undefined
  /** The project's current state, for comparison with its next change. */
  view?: ProjectInView | undefined
  accountId?: string | undefined
  /** The tracker has no such account yet. */
  unseen?: boolean | undefined
}

/** Creates or resumes a subscription for the channel's current readers. Returns whether it existed. */
export const confirmSubscription = async (
  tx: Tx,
  subscription: Parameters<typeof putSubscription>[1],
): Promise<boolean> => {
  const { channel, scope, target, createdAt } = subscription
  const before = await subscriptionsOf(tx.sql, channel)
  // Waiting messages were made for the readers of that time.
  if (before.some(({ paused }) => paused))
    await withholdWaiting(tx, channel, 'decided before the channel was paused', createdAt, [
      'waiting',
      'sending',
    ])
  await putSubscription(tx, subscription)
  return before.some((one) => one.scope === scope && one.target === target)
}

/** Ignores case. `unseen` if no project or customer has this account. */
const accountCalled = async (deps: BotDeps, typed: string): Promise<Found> => {
  const named = (name: string) => ({ scope: 'account' as const, target: name, label: name })
  const isMeant = (name: string | null | undefined) => name?.toLowerCase() === typed.toLowerCase()
  const { items } = await allProjects(deps)
  const found = items.find(({ account }) => isMeant(account?.name))
  if (found?.account) return { ...named(found.account.name), accountId: accountIdOf(found) }
  const customer = (await peopleOf(deps, true)).find(({ customer_name: name }) => isMeant(name))
  return customer?.customer_name ? named(customer.customer_name) : { ...named(typed), unseen: true }
}

/** The named target, or an answer if none or several match. `run` builds a candidate's command. */
export const findTarget = async (
  deps: BotDeps,
  target: Target,
  route: Route,
  run: (uuid: string) => string,
): Promise<Found | Answer> => {
  if (target.scope === 'all') return { scope: 'all', target: '', label: 'all projects' }
  if (target.scope === 'account') return accountCalled(deps, target.account)
  const resolved = await resolve(deps, target.project)
  if (resolved.kind !== 'one') return unresolved(resolved, wordsOf(target.project), run)
  const { uuid, name } = resolved
  return { scope: 'project', target: uuid, label: name, url: linkFor(route, resolved), view: resolved }
}

/** What a subscription receives: its own events, or the channel's. */
export const receivedNow = async (
  { database: { sql } }: Pick<BotDeps, 'database'>,
  channel: string,
  ownEvents: readonly EventName[] | undefined,
) => {
  const { stored, preset } = await settingsNow(sql, channel)
  const events = ownEvents ?? stored.events
  return { settings: { ...stored, preset, events }, ownEvents: ownEvents !== undefined }
}

/** `/onboard subscribe …`, announced in the channel. */
export const subscribe = async (
  deps: BotDeps,
  actor: Here,
  { target: named, words }: SubscribeArgs,
): Promise<Answer> => {
  const { user } = actor
  const { channel } = actor.place
  deps.slack.forgetChannel(channel)
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const route = await routeTo(deps, channel)
  const run = (uuid: string) => `subscribe ${uuid} ${words.join(' ')}`.trim()
  const found = await findTarget(deps, named, route, run)
  if (!('scope' in found)) return found
  const { scope, target, label, url, unseen, accountId } = found
  const card = found.view && plannedProjectCard(found.view, route)
  const { events } = await channelSettings(deps.database.sql, channel)
  const ownEvents = words.length > 0 ? resolveEvents(words, events) : undefined
  if (ownEvents?.length === 0) return { message: refusedBy(subcommand, noEvents).refusal }
  const createdAt = deps.now()
  const changed = await deps.database.transaction(async (tx) => {
    const what = { scope, target, label, ownEvents, accountId, sharedWhenMade: isKnownShared(route) }
    const before = await confirmSubscription(tx, { channel, createdBy: user, createdAt, ...what })
    await refreshHomes(deps, tx)
    const row = card && { ...card, uuid: deliveryId(deps, card), inboxId: null, createdAt }
    await addDeliveries(tx, row ? [row] : [])
    return before
  })
  const facts = { scope, label, url, by: user, changed, unseen }
  const message = subscribed({ ...facts, ...(await receivedNow(deps, channel, ownEvents)) })
  return { message, inChannel: true }
}
