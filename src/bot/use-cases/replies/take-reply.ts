import { anyRootInDoubt } from '../../store/ledger/delivered.ts'
import { deliveryAt, deliveryByUuid, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { addReply, setReply, sourceOf } from '../../store/replies/replies.ts'
import { reactions } from '../../messages/kit/ids.ts'
import { threadOfDeletedTask } from '../../messages/replies/thread-of-deleted-task.ts'
import type { BotDeps } from '../../deps.ts'
import type { Payload } from '../../payloads.ts'
import { tellUnderDigest } from './digest-thread.ts'
import { mark } from '../answers/mark-message.ts'
import { takesReplies } from '../ledger/settings-applied.ts'

export type ThreadReply = Payload<'lost-thread'>

/** As Slack tells it: `underOurs`, the thread's root is a message of the app. */
export type ThreadReplyEvent = ThreadReply & { underOurs: boolean }

/**
 * The message of ours that roots a thread. One whose answer never came stands in Slack before we know where: its
 * metadata tells. When Slack cannot be asked the event fails, and Slack sends it again.
 */
const rootAt = async (deps: BotDeps, channel: string, threadTs: string) => {
  const { sql } = deps.database
  const known = await deliveryAt(sql, channel, threadTs)
  if (known || !(await anyRootInDoubt(sql, channel))) return known
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  return ours && deliveryByUuid(sql, ours.deliveryId)
}

/** The task whose thread this is; undefined for any thread that is not rooted in one of our task cards. */
const taskOf = (root: DeliveryRow): string | undefined => {
  // In a flat channel a message that hangs on the card in the ledger stands in the channel itself.
  if (root.on_kind === 'task_card') return root.on_uuid ?? undefined
  return root.kind === 'task_card' ? root.object_uuid : undefined
}

/**
 * A person answered in a task's thread. Stored with its job in one transaction before Slack is told that it was
 * received; ⏳ says so to the person. Slack may deliver it any number of times.
 */
export const takeReply = async (deps: BotDeps, { underOurs, ...reply }: ThreadReplyEvent): Promise<void> => {
  const root = await rootAt(deps, reply.channel, reply.threadTs)
  const taskUuid = root && taskOf(root)
  if (taskUuid !== undefined) return acceptReply(deps, reply, taskUuid)
  if (root) return tellUnderDigest(deps, reply, root)
  if (!underOurs) return
  // Ours, and not in the ledger: what it is about is found out when Slack has its answer.
  const { channel, ts, threadTs } = reply
  const lane = `${channel}:${threadTs}`
  const uniqueKey = sourceOf(channel, ts)
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'lost-thread', lane, payload: reply, uniqueKey }]),
  )
}

/** A reply to this task, for sure: it becomes a comment, or its author hears why not. */
export const acceptReply = async (deps: BotDeps, reply: ThreadReply, taskUuid: string): Promise<void> => {
  const task = await knownTask(deps.database.sql, taskUuid)
  if (!(await takesReplies(deps, reply, task?.name))) return
  await deps.database.transaction(async (tx) => {
    const source = sourceOf(reply.channel, reply.ts)
    const id = await addReply(tx, { ...reply, source, taskUuid, createdAt: deps.now() })
    if (id === undefined) return
    if (task?.deletedAt !== undefined) {
      await setReply(tx.sql, id, { state: 'refused', error: 'the task was deleted', settled_at: deps.now() })
      const message = threadOfDeletedTask({ taskName: task.name })
      await mark(deps, tx, reply, [
        { op: 'react', name: reactions.attention },
        { op: 'ephemeral', user: reply.userId, threadTs: reply.threadTs, message },
      ])
      return
    }
    await mark(deps, tx, reply, [{ op: 'react', name: reactions.pending }])
    await deps.lanes.enqueue(tx, [{ kind: 'reply', lane: taskUuid, payload: { reply: id } }])
  })
}
