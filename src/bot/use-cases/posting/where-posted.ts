import { deliveryOf, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'
import type { DeliveryLook } from '../../slack/slack.ts'
import { briefOf } from '../ledger/delivery-facts.ts'

export const lookAt = (row: DeliveryRow, threadTs: string | undefined): DeliveryLook => ({
  channel: row.channel,
  threadTs,
  deliveryId: row.uuid,
  sinceMs: row.attempted_at ?? row.created_at,
})

/** The same for a posted row: in its root's thread, unless it is flat. */
export const whereOf = async (deps: Pick<BotDeps, 'database'>, row: DeliveryRow): Promise<DeliveryLook> => {
  const { on_kind: kind, on_uuid: objectUuid, channel } = row
  const hangs = kind !== null && objectUuid !== null && briefOf(row).flat === undefined
  const root = hangs ? await deliveryOf(deps.database.sql, { channel, kind, objectUuid }) : undefined
  return lookAt(row, root?.ts ?? undefined)
}
