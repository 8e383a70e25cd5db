import { removeSubscription, subscriptionsOf } from '../../store/channels/subscriptions.ts'
import { nothingSubscribed } from '../../messages/channels/not-subscribed.ts'
import { unsubscribedAll } from '../../messages/channels/unsubscribed.ts'
import type { Here } from '../../access/actor.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { refreshHomes } from '../home/refresh-homes.ts'

/** `/onboard unsubscribe all`: nothing that the channel receives stays. */
export const endAll = async (
  deps: BotDeps,
  { user, place: { channel } }: Pick<Here, 'user' | 'place'>,
): Promise<Answer> => {
  const ended = await deps.database.transaction(async (tx) => {
    const all = await subscriptionsOf(tx.sql, channel)
    for (const one of all) await removeSubscription(tx, one, deps.now())
    if (all.length > 0) await refreshHomes(deps, tx)
    return all
  })
  if (ended.length === 0) return { message: nothingSubscribed({ target: 'all' }) }
  return { message: unsubscribedAll({ by: user, ended }), inChannel: true }
}
