import { channelSettings } from '../../store/channels/channel-settings.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { joinAhead } from '../../store/replies/ahead.ts'
import { addReply, sourceOf } from '../../store/replies/replies.ts'
import { reactions } from '../../messages/kit/ids.ts'
import { replyWithdrawn } from '../../messages/replies/edited-in-slack.ts'
import { oneWay, threadOfDeletedTask } from '../../messages/replies/not-taken.ts'
import type { BotDeps } from '../../deps.ts'
import type { Payload } from '../../payloads.ts'
import { mark, tellOnce } from '../answers/mark-message.ts'
import { signWaiting } from './sign-waiting.ts'

type ThreadReply = Payload<'lost-thread'>

/** Whether replies in the channel become comments; if not, the person is told so once a thread. */
const takesReplies = async (deps: BotDeps, reply: ThreadReply, taskName: string | undefined) => {
  const { replies } = await channelSettings(deps.database.sql, reply.channel)
  if (replies === 'two-way') return true
  await tellOnce(deps, reply, 'one-way', oneWay({ taskName }))
  return false
}

/**
 * A reply to this task, for sure: it becomes a comment, or its author hears why not. Stored with its job in one
 * transaction; ⏳ says so to the person when it waits. Slack may deliver it any number of times.
 */
export const acceptReply = async (deps: BotDeps, reply: ThreadReply, taskUuid: string): Promise<void> => {
  const { channel, ts, threadTs, userId: user, text, files } = reply
  const task = await knownTask(deps.database.sql, taskUuid)
  if (!(await takesReplies(deps, reply, task?.name))) return
  const now = deps.now()
  const at = { source: sourceOf(channel, ts), channel, ts, thread_ts: threadTs }
  const stored = { ...at, user_id: user, task_uuid: taskUuid, text, files }
  await deps.database.transaction(async (tx) => {
    const deleted = task?.deletedAt !== undefined
    const ended = deleted
      ? {
          state: 'refused' as const,
          error: 'the task was deleted',
          settled_at: now,
          sign: reactions.attention,
        }
      : {}
    const id = await addReply(tx, stored, now, ended)
    // Slack delivered it before, or its change.
    const joined = id === undefined ? await joinAhead(tx, stored, now, ended) : { id, deleted: false }
    if (joined?.deleted) {
      const message = replyWithdrawn({ taskName: task?.name })
      return mark(deps, tx, reply, [{ op: 'ephemeral', user, threadTs, message }])
    }
    if (!joined) return
    if (deleted) {
      const message = threadOfDeletedTask({ taskName: task.name })
      const why = { op: 'ephemeral' as const, user, threadTs, message }
      return mark(deps, tx, reply, [{ op: 'react', name: reactions.attention }, why])
    }
    const job = { kind: 'reply' as const, lane: taskUuid, payload: { reply: joined.id } }
    await deps.lanes.enqueue(tx, [job])
    tx.afterCommit(() => deps.later(deps.pendingSignMs, () => signWaiting(deps, taskUuid, now)))
  })
}
