import { changeUnsent, replyAt, type ReplyRow, setReply } from '../../store/replies/replies.ts'
import { replyEditNotPossible, replyWithdrawn } from '../../messages/replies/reply-changed.ts'
import type { BotDeps } from '../../deps.ts'
import { mark } from '../answers/mark-message.ts'
import { taskOfReply } from './refuse-reply.ts'

export interface ReplyChange {
  channel: string
  ts: string
  /** The new text; undefined when the message was deleted. */
  text: string | undefined
}

/** Holds, as long as nothing of the reply can be in the tracker; one that is deleted is told to be withdrawn. */
const held = async (deps: BotDeps, reply: ReplyRow, text: string | undefined): Promise<boolean> => {
  const { taskName } = await taskOfReply(deps, reply)
  return deps.database.transaction(async (tx) => {
    const stored = text === undefined ? { state: 'cancelled' as const, settled_at: deps.now() } : { text }
    if (!(await changeUnsent(tx, reply.id, stored))) return false
    if (text !== undefined) return true
    const threadTs = reply.thread_ts ?? undefined
    const message = replyWithdrawn({ taskName })
    await mark(deps, tx, { channel: reply.channel, ts: reply.ts ?? '' }, [
      { op: 'ephemeral', user: reply.user_id, threadTs, message },
    ])
    return true
  })
}

/**
 * A person edited or deleted a reply in Slack. Before it was sent, and after it was refused, the change simply
 * holds; once the comment may exist the interface has no operation for it, and its author is told so.
 */
export const changeReply = async (deps: BotDeps, change: ReplyChange): Promise<void> => {
  const reply = await replyAt(deps.database.sql, change.channel, change.ts)
  // Slack reports an unfurled link as an edit whose text is the same.
  if (!reply || reply.text === change.text || reply.state === 'cancelled') return
  if (await held(deps, reply, change.text)) return
  const task = await taskOfReply(deps, reply)
  const what = change.text === undefined ? ('delete' as const) : ('edit' as const)
  const message = replyEditNotPossible({ what, taskUuid: reply.task_uuid, ...task })
  await deps.database.transaction(async (tx) => {
    if (change.text !== undefined) await setReply(tx.sql, reply.id, { text: change.text })
    const threadTs = reply.thread_ts ?? undefined
    await mark(deps, tx, change, [{ op: 'ephemeral', user: reply.user_id, threadTs, message }])
  })
}
