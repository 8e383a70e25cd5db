import type { EventName } from '../../contract/event.ts'
import { addDeliveries, withholdWaiting } from '../../store/bot/deliveries.ts'
import {
  putSubscription,
  type Scope,
  type Subscription,
  subscriptionsOf,
} from '../../store/bot/subscriptions.ts'
import { notInChannel } from '../messages/not-in-channel.ts'
import { subscribed } from '../messages/subscribed.ts'
import type { Tx } from '../../store/database.ts'
import type { Target } from '../commands/target.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { linkFor, type Route, routeTo } from './audience.ts'
import { accountIdOf } from './notice-account.ts'
import { unresolved } from './project-answers.ts'
import { plannedProjectCard } from './project-card-updates.ts'
import type { ProjectInView } from './project-in-view.ts'
import { refreshHomes } from './refresh-homes.ts'
import { resolve, wordsOf } from './show-project.ts'

export interface Found {
  scope: Scope
  target: string
  label: string
  url?: string | undefined
  /** A project as it is now: what its next change is compared with. */
  view?: ProjectInView | undefined
  accountId?: string | undefined
}

/** A subscription that holds from now on, paused before or not, made by somebody who knows who reads the channel. */
export const confirmSubscription = async (
  tx: Tx,
  before: readonly Subscription[],
  subscription: Parameters<typeof putSubscription>[1],
): Promise<void> => {
  const { channel, createdAt } = subscription
  // Decided for those who read the channel before it was paused.
  if (before.some(({ paused }) => paused))
    await withholdWaiting(tx, channel, 'decided before the channel was paused', createdAt, [
      'waiting',
      'sending',
    ])
  await putSubscription(tx, subscription)
}

/** The account as the tracker writes it, where a project of it is among the first two hundred. */
const accountCalled = async (
  deps: BotDeps,
  name: string,
): Promise<{ name: string; id?: string | undefined }> => {
  const { projects } = await deps.api.listProjects({ limit: 200 })
  const found = projects.find(({ account }) => account?.name.toLowerCase() === name.toLowerCase())
  return { name: found?.account?.name ?? name, id: found && accountIdOf(found) }
}

/** What a person named, or the answer that it is none or several. `run` makes the command of one candidate. */
export const findTarget = async (
  deps: BotDeps,
  target: Target,
  route: Route,
  run: (uuid: string) => string,
): Promise<Found | Answer> => {
  if (target.scope === 'all') return { scope: 'all', target: '', label: 'all projects' }
  if (target.scope === 'account') {
    const { name, id } = await accountCalled(deps, target.account)
    return { scope: 'account', target: name, label: name, accountId: id }
  }
  const resolved = await resolve(deps, target.project)
  if (resolved.kind !== 'one') return unresolved(resolved, wordsOf(target.project), run)
  const { item, uuid } = resolved
  const view: ProjectInView = {
    uuid,
    item,
    accountName: item.account?.name,
    internalUrl: item.internal_project_url ?? undefined,
    portalUrl: item.portal_project_url ?? undefined,
  }
  return { scope: 'project', target: uuid, label: item.name, url: linkFor(route, view), view }
}

/** `/onboard subscribe …`: the channel receives these events from now on; said in the channel, for all to see. */
export const subscribe = async (
  deps: BotDeps,
  request: {
    channel: string
    user: string
    target: Target
    events: readonly EventName[]
    eventWords: string
  },
): Promise<Answer> => {
  const { channel, user, events } = request
  deps.slack.forgetChannel(channel)
  const place = await deps.slack.channel(channel)
  if (!place.member || place.archived) return { message: notInChannel() }
  const route = await routeTo(deps, channel)
  const found = await findTarget(deps, request.target, route, (uuid) =>
    `subscribe ${uuid} ${request.eventWords}`.trim(),
  )
  if (!('scope' in found)) return found
  const before = await subscriptionsOf(deps.database.sql, channel)
  const changed = before.some(({ scope, target }) => scope === found.scope && target === found.target)
  const { scope, target, label, url } = found
  const card = found.view && plannedProjectCard(found.view, route)
  const createdAt = deps.now()
  await deps.database.transaction(async (tx) => {
    const { accountId } = found
    const what = { scope, target, label, events, accountId, sharedWhenMade: place.shared && !place.unread }
    await confirmSubscription(tx, before, { channel, createdBy: user, createdAt, ...what })
    await refreshHomes(deps, tx)
    await addDeliveries(tx, card ? [{ ...card, uuid: deps.newUuid(), inboxId: null, createdAt }] : [])
  })
  return { message: subscribed({ scope, label, url, by: user, events, changed }), inChannel: true }
}
