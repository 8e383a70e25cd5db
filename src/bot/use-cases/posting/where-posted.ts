import { deliveryOf, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import { joinedThread } from '../../store/threads/task-threads.ts'
import type { BotDeps } from '../../deps.ts'
import type { DeliveryLook } from '../../slack/slack.ts'
import { briefOf } from '../ledger/delivery-facts.ts'

export const lookAt = (row: DeliveryRow, threadTs: string | undefined): DeliveryLook => ({
  channel: row.channel,
  threadTs,
  deliveryId: row.uuid,
  sinceMs: row.attempted_at ?? row.created_at,
})

/** The task whose thread a message is in. */
const taskOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: DeliveryRow) => {
  if (onKind === 'task_card') return onUuid ?? undefined
  return kind === 'task_card' ? uuid : undefined
}

/** The same for a posted row: in its task's or its root's thread, unless it is flat. */
export const whereOf = async (deps: Pick<BotDeps, 'database'>, row: DeliveryRow): Promise<DeliveryLook> => {
  const { on_kind: kind, on_uuid: objectUuid, channel } = row
  const hangs = kind !== null && objectUuid !== null && briefOf(row).flat === undefined
  const root = hangs ? await deliveryOf(deps.database.sql, { channel, kind, objectUuid }) : undefined
  const task = taskOf(row)
  const joined = task === undefined ? undefined : await joinedThread(deps.database.sql, channel, task)
  return lookAt(row, joined ?? root?.ts ?? undefined)
}
