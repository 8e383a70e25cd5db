import { z } from 'zod'
import { limit, offset } from '../../contract/paging.ts'
import { attemptsOf, listDeliveries, takeBack } from '../store/webhooks/deliveries.ts'
import { takeBackOldest } from '../store/webhooks/replay.ts'
import { actingPerson, onlyInternal } from '../access.ts'
import type { Actor, Deps } from '../deps.ts'
import { shownUrl } from '../delivery/shown-url.ts'
import { notFound } from '../refusals.ts'

export const deliveriesQuery = z.strictObject({
  state: z.enum(['waiting', 'delivered', 'aside']).optional(),
  limit,
  offset,
})

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Every delivery with its attempts and why the last one failed; the newest first. */
export const readDeliveries = async (
  deps: Deps,
  actor: Actor,
  {
    state,
    limit,
    offset,
  }: { state?: 'waiting' | 'delivered' | 'aside' | undefined; limit: number; offset: number },
) => {
  const { sql } = deps.database
  onlyInternal(await actingPerson(sql, actor))
  const { deliveries, total } = await listDeliveries(sql, actor.org, { state, limit, offset })
  return {
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      event_name: delivery.event_name,
      object_name: (JSON.parse(delivery.body) as { object_name: string }).object_name,
      receiver: shownUrl(delivery.hook_url),
      state: delivery.state,
      attempts: delivery.attempts,
      attempt_log: attemptsOf(delivery).map(({ at, error }) => ({ at: iso(at), error })),
      last_error: delivery.last_error,
      created_at: iso(delivery.created_at),
      settled_at: iso(delivery.settled_at),
    })),
    pagination: { total },
  }
}

/** Puts a delivery that was set aside at the end of its organization's lane, for all its attempts again. */
export const replayDelivery = async (deps: Deps, actor: Actor, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await deps.database.transaction(async (tx) => {
    onlyInternal(await actingPerson(tx.sql, actor))
    if (!(await takeBack(tx.sql, actor.org, delivery))) throw notFound('A delivery that was set aside')
    await deps.lanes.enqueue(tx, [{ kind: 'hook', lane: actor.org, payload: { delivery } }])
  })
  return { id: delivery, state: 'waiting' }
}

/** In a transaction: enough for a receiver that was away for a day, few enough to hold nobody up. */
const mostAtOnce = 500

/** All that were set aside when this was asked, the oldest first, at the end of their organization's lane. */
export const replayAll = async (deps: Deps, actor: Actor): Promise<{ replayed: number }> => {
  let replayed = 0
  for (;;) {
    const taken = await deps.database.transaction(async (tx) => {
      onlyInternal(await actingPerson(tx.sql, actor))
      const ids = await takeBackOldest(tx.sql, actor.org, mostAtOnce)
      const jobs = ids.map((delivery) => ({ kind: 'hook', lane: actor.org, payload: { delivery } }))
      if (jobs.length > 0) await deps.lanes.enqueue(tx, jobs)
      return ids.length
    })
    replayed += taken
    if (taken < mostAtOnce) return { replayed }
  }
}
