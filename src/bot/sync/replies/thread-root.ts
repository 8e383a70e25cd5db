import { anyRootInDoubt } from '../posts/store/delivered.ts'
import { deliveryByUuid, type DeliveryRow } from '../posts/store/deliveries.ts'
import { threadAt } from './store/thread-at.ts'
import type { BotDeps } from '../../deps/deps.ts'

/** If the root's post got no answer, the ledger has it without its `ts`. Its metadata identifies it. */
export const rootInDoubt = async (deps: BotDeps, channel: string, threadTs: string) => {
  const { sql } = deps.database
  if (!(await anyRootInDoubt(sql, channel))) return undefined
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  return ours && deliveryByUuid(sql, ours.deliveryId)
}

/** Whether a thread's root may be a message of ours that is not in the ledger. */
export const mayBeSelf = ({ slack }: Pick<BotDeps, 'slack'>, parent: string | null | undefined): boolean => {
  if (!parent) return false
  const self = slack.known()?.userId
  return self === undefined || self === parent
}

/** The thread's task. Undefined unless the root is a task card. */
export const taskOfThread = (root: DeliveryRow): string | undefined => {
  // In a flat channel, a message below the card in the ledger is in the channel and can be a root itself.
  if (root.on_kind === 'task_card') return root.on_uuid ?? undefined
  return root.kind === 'task_card' ? root.object_uuid : undefined
}

/** The task whose thread this is, by its card or because people synced it. */
export const taskAt = async (
  { database }: Pick<BotDeps, 'database'>,
  channel: string,
  threadTs: string | undefined,
): Promise<string | undefined> => {
  if (threadTs === undefined) return undefined
  const { root, joinedTask } = await threadAt(database.sql, channel, threadTs)
  return (root && taskOfThread(root)) ?? joinedTask
}
