import { subscriptionsOf } from '../../store/bot/subscriptions.ts'
import { subscriptionList, subscriptionsShown } from '../messages/subscription-list.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'

/** `/onboard subscriptions`: what this channel receives, and what is paused and why. */
export const listSubscriptions = async (deps: BotDeps, channel: string, offset: number): Promise<Answer> => {
  const all = await subscriptionsOf(deps.database.sql, channel)
  const page = all.slice(offset, offset + subscriptionsShown)
  const subscriptions = page.map(({ scope, label, events, createdBy, createdAt, paused }) => ({
    scope,
    label,
    events,
    by: createdBy,
    createdAt: new Date(createdAt).toISOString(),
    pausedReason: paused?.reason,
  }))
  return { message: subscriptionList({ subscriptions, total: all.length, offset }) }
}
