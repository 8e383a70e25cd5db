import { actingPerson, onlyInternal } from '../access.ts'
import { type Actor, type Deps, doing } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { removeRow } from '../store/rows.ts'
import { holdOrganization } from '../store/people/organizations.ts'
import { oldestAside, takeBack } from '../store/webhooks/deliveries.ts'
import { asAdmin } from './as-admin.ts'

/** Deliveries that are still waiting will not be sent. */
export const endWebhook = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (doing) => {
    if (!(await removeRow(doing, 'webhook', uuid))) throw notFound('Webhook')
  })

/** Queues a delivery that was set aside again, with a full set of attempts. */
export const replayDelivery = async (deps: Deps, actor: Actor, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await doing(deps, actor, async (mine) => {
    onlyInternal(await actingPerson(mine, actor))
    const taken = await takeBack(mine, [delivery])
    if (taken.length === 0) throw notFound('Delivery to replay')
    await enqueueDeliveries(mine, taken)
  })
  return { id: delivery, state: 'waiting' }
}

/** Deliveries in one transaction: few enough not to block other writers. */
const mostAtOnce = 500

/** Replays deliveries that were set aside, oldest first: one subscription's, or all. */
export const replayAll = async (
  deps: Deps,
  actor: Actor,
  webhook?: string,
): Promise<{ replayed: number }> => {
  let replayed = 0
  // Goes through each delivery once, even one that fails again right away.
  let after = 0
  for (;;) {
    const taken = await doing(deps, actor, async (mine) => {
      onlyInternal(await actingPerson(mine, actor))
      // An update of many rows locks them in any order, so two replays at once could deadlock.
      await holdOrganization(mine, deps.database.engine)
      const ids = await takeBack(mine, await oldestAside(mine, { limit: mostAtOnce, after, webhook }))
      await enqueueDeliveries(mine, ids)
      return ids
    })
    replayed += taken.length
    after = taken.at(-1) ?? after
    if (taken.length < mostAtOnce) return { replayed }
  }
}
