import { z } from 'zod'
import { isoTime } from '../../contract/dates.ts'
import { limit, offset } from '../../contract/fields.ts'
import { actingPerson, onlyInternal } from '../access.ts'
import { shownUrl } from '../delivery/hook-url.ts'
import { type Acting, inTransaction } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { lockOrganization } from '../store/organizations.ts'
import { bodyOf, listDeliveries, oldestAside, takeBack } from '../store/webhooks.ts'

export const deliveriesQuery = z.strictObject({
  state: z.enum(['waiting', 'delivered', 'aside']).optional(),
  limit,
  offset,
})

export const readDeliveries = async (acting: Acting, query: z.output<typeof deliveriesQuery>) => {
  onlyInternal(await actingPerson(acting))
  const { deliveries, total } = await listDeliveries(acting, query)
  return {
    deliveries: deliveries.map((delivery) => ({
      id: delivery.id,
      event_name: delivery.event_name,
      object_name: bodyOf(delivery).object_name,
      receiver: shownUrl(delivery.hook_url),
      state: delivery.state,
      attempts: delivery.attempts,
      last_error: delivery.last_error,
      created_at: isoTime(delivery.created_at),
      settled_at: isoTime(delivery.settled_at),
    })),
    pagination: { total },
  }
}

/** Queues a delivery that was set aside again, with a full set of attempts. */
export const replayDelivery = async (acting: Acting, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await inTransaction(acting, async (acting) => {
    onlyInternal(await actingPerson(acting))
    const taken = await takeBack(acting, [delivery])
    if (taken.length === 0) throw notFound('Delivery to replay')
    await enqueueDeliveries(acting, taken)
  })
  return { id: delivery, state: 'waiting' }
}

/** Deliveries in one transaction: few enough not to block other writers. */
const mostAtOnce = 500

export const replayAll = async (acting: Acting): Promise<void> => {
  // Goes through each delivery once, even one that fails again right away.
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await inTransaction(acting, async (acting) => {
      onlyInternal(await actingPerson(acting))
      // An update of many rows locks them in any order, so two replays at once could deadlock.
      await lockOrganization(acting, acting.deps.database.engine)
      const ids = await takeBack(acting, await oldestAside(acting, { limit: mostAtOnce, after: from }))
      await enqueueDeliveries(acting, ids)
      return ids.length < mostAtOnce ? undefined : ids.at(-1)
    })
  }
}
