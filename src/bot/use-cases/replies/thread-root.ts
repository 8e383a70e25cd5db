import { anyRootInDoubt } from '../../store/ledger/delivered.ts'
import { deliveryAt, deliveryByUuid, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'

/**
 * The message of ours that roots a thread. One whose answer never came stands in Slack before we know where: its
 * metadata tells.
 */
export const rootAt = async (deps: BotDeps, channel: string, threadTs: string) => {
  const { sql } = deps.database
  const known = await deliveryAt(sql, channel, threadTs)
  if (known || !(await anyRootInDoubt(sql, channel))) return known
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  return ours && deliveryByUuid(sql, ours.deliveryId)
}

/** Whether a thread may be rooted in a message of ours that the ledger does not have. */
export const mayBeSelf = ({ slack }: Pick<BotDeps, 'slack'>, parent: string | null | undefined): boolean => {
  if (!parent) return false
  const self = slack.known()?.userId
  return self === undefined || self === parent
}

/** The task whose thread this is; undefined for any thread that is not rooted in one of our task cards. */
export const taskOf = (root: DeliveryRow): string | undefined => {
  // In a flat channel a message that hangs on the card in the ledger stands in the channel itself.
  if (root.on_kind === 'task_card') return root.on_uuid ?? undefined
  return root.kind === 'task_card' ? root.object_uuid : undefined
}
