import { actingPerson, onlyInternal } from '../access.ts'
import { type Actor, type Deps, asActor } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { removeRow } from '../store/rows.ts'
import { lockOrganization } from '../store/people/organizations.ts'
import { oldestAside, takeBack } from '../store/webhooks/deliveries.ts'
import { listWebhooks } from '../store/webhooks/webhooks.ts'
import { asAdmin } from './as-admin.ts'

/** Ends all subscriptions of the receiver that this one has. Deliveries that are still waiting will not be sent. */
export const endReceiver = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    const all = await listWebhooks(acting)
    const one = all.find((hook) => hook.uuid === uuid.toLowerCase())
    if (!one) throw notFound('Webhook')
    for (const hook of all) if (hook.hook_url === one.hook_url) await removeRow(acting, 'webhook', hook.uuid)
  })

/** Queues a delivery that was set aside again, with a full set of attempts. */
export const replayDelivery = async (deps: Deps, actor: Actor, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await asActor(deps, actor, async (acting) => {
    onlyInternal(await actingPerson(acting, actor))
    const taken = await takeBack(acting, [delivery])
    if (taken.length === 0) throw notFound('Delivery to replay')
    await enqueueDeliveries(acting, taken)
  })
  return { id: delivery, state: 'waiting' }
}

/** Deliveries in one transaction: few enough not to block other writers. */
const mostAtOnce = 500

/** Replays every delivery that was set aside, oldest first. */
export const replayAll = async (deps: Deps, actor: Actor): Promise<void> => {
  // Goes through each delivery once, even one that fails again right away.
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await asActor(deps, actor, async (acting) => {
      onlyInternal(await actingPerson(acting, actor))
      // An update of many rows locks them in any order, so two replays at once could deadlock.
      await lockOrganization(acting, deps.database.engine)
      const ids = await takeBack(acting, await oldestAside(acting, { limit: mostAtOnce, after: from }))
      await enqueueDeliveries(acting, ids)
      return ids.length < mostAtOnce ? undefined : ids.at(-1)
    })
  }
}
