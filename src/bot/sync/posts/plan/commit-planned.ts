import { addDeliveries, deliveryOf, type DeliveryRow, refreshCard } from '../store/deliveries.ts'
import type { Tx } from '../../../store/database.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { type NewBotJob, postJob } from '../../../store/payloads.ts'
import { briefOf } from './delivery-facts.ts'
import type { Planned } from './decision.ts'
import { isCard } from '../kinds.ts'
import { deliveryId } from '../delivery-id.ts'

/** Updates cards that are not posted yet; keeps `existedBefore`. Returns the rows to post now. */
const refreshCards = async (tx: Tx, cards: readonly Planned[]): Promise<DeliveryRow[]> => {
  const wanted: DeliveryRow[] = []
  for (const { channel, kind, objectUuid, facts, whenNeeded, leftOut } of cards) {
    const row = await deliveryOf(tx.sql, { channel, kind, objectUuid })
    if (!row || row.state === 'posted') continue
    const { existedBefore } = briefOf(row)
    const since = existedBefore === undefined ? {} : { existedBefore }
    await refreshCard(tx.sql, row, { ...(facts as object), ...since })
    if (!whenNeeded && leftOut === undefined) wanted.push(row)
  }
  return wanted
}

/** Writes the ledger rows of a decision. Returns jobs for those to send now. `inboxId`: the event, if any. */
export const writePlanned = async (
  deps: BotDeps,
  tx: Tx,
  inboxId: number | null,
  planned: readonly Planned[],
): Promise<NewBotJob[]> => {
  const rows = planned.map((plan) => ({
    ...plan,
    uuid: deliveryId(deps, plan),
    inboxId,
    createdAt: deps.now(),
  }))
  const waiting = new Set(planned.filter(({ whenNeeded }) => whenNeeded).map(({ kind }) => kind as string))
  const added = await addDeliveries(tx, rows)
  const keys = new Set(added.map(({ channel, kind, object_uuid: uuid }) => `${channel} ${kind} ${uuid}`))
  const isNew = (plan: Planned) => keys.has(`${plan.channel} ${plan.kind} ${plan.objectUuid}`)
  const cards = await refreshCards(
    tx,
    planned.filter((plan) => isCard(plan.kind) && !isNew(plan)),
  )
  const isWanted = ({ kind, state }: DeliveryRow) => !waiting.has(kind) && state === 'waiting'
  return [...cards, ...added.filter(isWanted)].map(({ id, channel }) => postJob(channel, id))
}

/** Like `writePlanned`, for rows that no event asks for. Also queues the jobs. */
export const commitPlanned = async (deps: BotDeps, tx: Tx, planned: readonly Planned[]): Promise<void> =>
  deps.lanes.enqueue(tx, await writePlanned(deps, tx, null, planned))
