import { actingPerson, onlyInternal } from '../access.ts'
import { type Actor, type Deps, doing } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { removeRow } from '../store/rows.ts'
import { holdOrganization } from '../store/people/organizations.ts'
import { oldestAside, takeBack } from '../store/webhooks/deliveries.ts'
import { asAdmin } from './as-admin.ts'

/** Waiting deliveries are not sent. */
export const endWebhook = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (doing) => {
    if (!(await removeRow(doing, 'webhook', uuid))) throw notFound('Webhook')
  })

/** Puts a delivery that was set aside at the end of its lane, with all its attempts again. */
export const replayDelivery = async (deps: Deps, actor: Actor, id: string) => {
  const delivery = /^\d{1,15}$/.test(id) ? Number(id) : 0
  await doing(deps, actor, async (mine) => {
    onlyInternal(await actingPerson(mine, actor))
    const taken = await takeBack(mine, [delivery])
    if (taken.length === 0) throw notFound('A delivery that was set aside')
    await enqueueDeliveries(mine, taken)
  })
  return { id: delivery, state: 'waiting' }
}

/** In one transaction: enough for a receiver that was away for a day, few enough not to block others. */
const mostAtOnce = 500

/** Replays all that were set aside at this moment, of one subscription or of all, the oldest first. */
export const replayAll = async (
  deps: Deps,
  actor: Actor,
  webhook?: string,
): Promise<{ replayed: number }> => {
  let replayed = 0
  // What fails again at once has a place behind the others already.
  let after = 0
  for (;;) {
    const taken = await doing(deps, actor, async (mine) => {
      onlyInternal(await actingPerson(mine, actor))
      // Two people may press the button at once, and an update of many rows locks them in any order.
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
