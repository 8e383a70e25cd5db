import { actingPerson, onlyInternal } from '../access.ts'
import { type Actor, type Deps, asActor, scopeOf } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { removeRow, type Scope } from '../store/rows.ts'
import { lockOrganization } from '../store/people/organizations.ts'
import { oldestAside, takeBack } from '../store/webhooks/deliveries.ts'
import { listWebhooks } from '../store/webhooks/webhooks.ts'
import { asAdmin } from './as-admin.ts'

/** Deliveries that are still waiting will not be sent. */
export const endWebhook = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    if (!(await removeRow(acting, 'webhook', uuid))) throw notFound('Webhook')
  })

/** All subscriptions of the receiver that this one has. */
const ofReceiver = async (scope: Scope, uuid: string) => {
  const all = await listWebhooks(scope)
  const one = all.find((hook) => hook.uuid === uuid.toLowerCase())
  if (!one) throw notFound('Webhook')
  return all.filter(({ hook_url: url }) => url === one.hook_url).map((hook) => hook.uuid)
}

export const endReceiver = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (acting) => {
    for (const one of await ofReceiver(acting, uuid)) await removeRow(acting, 'webhook', one)
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

/** Replays deliveries that were set aside, oldest first: those of some subscriptions, or all. */
const replay = async (
  deps: Deps,
  actor: Actor,
  webhooks?: readonly string[],
): Promise<{ replayed: number }> => {
  let replayed = 0
  // Goes through each delivery once, even one that fails again right away.
  let after = 0
  for (;;) {
    const taken = await asActor(deps, actor, async (acting) => {
      onlyInternal(await actingPerson(acting, actor))
      // An update of many rows locks them in any order, so two replays at once could deadlock.
      await lockOrganization(acting, deps.database.engine)
      const ids = await takeBack(acting, await oldestAside(acting, { limit: mostAtOnce, after, webhooks }))
      await enqueueDeliveries(acting, ids)
      return ids
    })
    replayed += taken.length
    after = taken.at(-1) ?? after
    if (taken.length < mostAtOnce) return { replayed }
  }
}

export const replayAll = (deps: Deps, actor: Actor, webhook?: string) =>
  replay(deps, actor, webhook === undefined ? undefined : [webhook.toLowerCase()])

export const replayReceiver = async (deps: Deps, actor: Actor, uuid: string) =>
  replay(deps, actor, await ofReceiver(scopeOf(deps, actor), uuid))
