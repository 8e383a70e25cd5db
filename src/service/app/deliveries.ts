import { z } from 'zod'
import { isoTime } from '../../contract/dates.ts'
import { limit, offset } from '../../contract/paging.ts'
import { actingPerson, onlyInternal } from '../access.ts'
import { shownUrl } from '../delivery/hook-url.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { bodyOf, listDeliveries } from '../store/webhooks/deliveries.ts'

export const deliveriesQuery = z.strictObject({
  state: z.enum(['waiting', 'delivered', 'aside']).optional(),
  limit,
  offset,
})

export const readDeliveries = async (deps: Deps, actor: Actor, query: z.output<typeof deliveriesQuery>) => {
  const scope = scopeOf(deps, actor)
  onlyInternal(await actingPerson(scope, actor))
  const { deliveries, total } = await listDeliveries(scope, query)
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
