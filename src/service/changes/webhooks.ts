import { actingPerson, onlyInternal } from '../access.ts'
import { type Actor, type Deps, doing } from '../deps.ts'
import { enqueueDeliveries } from '../events/announce.ts'
import { notFound } from '../refusals.ts'
import { removeRow } from '../store/rows.ts'
import { oldestAside, takeBack } from '../store/webhooks/deliveries.ts'
import { asAdmin } from './as-admin.ts'

/** What still waits for it is not sent. */
export const endWebhook = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  asAdmin(deps, actor, async (doing) => {
    if (!(await removeRow(doing, 'webhook', uuid))) throw notFound('Webhook')
  })

/** Puts a delivery that was set aside at the end of its organization's lane, for all its attempts again. */
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

/** In a transaction: enough for a receiver that was away for a day, few enough to hold nobody up. */
const mostAtOnce = 500

/** All that were set aside when this was asked, the oldest first, at the end of their organization's lane. */
export const replayAll = async (deps: Deps, actor: Actor): Promise<{ replayed: number }> => {
  let replayed = 0
  for (;;) {
    const taken = await doing(deps, actor, async (mine) => {
      onlyInternal(await actingPerson(mine, actor))
      const ids = await takeBack(mine, await oldestAside(mine, mostAtOnce))
      await enqueueDeliveries(mine, ids)
      return ids.length
    })
    replayed += taken
    if (taken < mostAtOnce) return { replayed }
  }
}
