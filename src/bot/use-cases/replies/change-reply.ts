import { changeUnsent, replyBySource, setReply, sourceOf } from '../../store/replies/replies.ts'
import { replyEditNotPossible, replyWithdrawn } from '../../messages/replies/edited-in-slack.ts'
import type { BotDeps } from '../../deps.ts'
import { mark } from '../answers/mark-message.ts'
import { taskOfReply } from './refuse-reply.ts'

/**
 * A person edited or deleted a reply in Slack. Before it was sent, and after it was refused, the change simply
 * holds; once the comment may exist the interface has no operation for it, and its author is told so. `text` is
 * undefined when the message was deleted.
 */
export const changeReply = async (
  deps: BotDeps,
  { channel, ts, text }: { channel: string; ts: string; text: string | undefined },
): Promise<void> => {
  const reply = await replyBySource(deps.database.sql, sourceOf(channel, ts))
  // Slack reports an unfurled link as an edit whose text is the same.
  if (!reply || reply.text === text || reply.state === 'cancelled') return
  const { taskName, taskUrl } = await taskOfReply(deps, reply)
  await deps.database.transaction(async (tx) => {
    const stored = text === undefined ? { state: 'cancelled' as const, settled_at: deps.now() } : { text }
    const held = await changeUnsent(tx, reply.id, stored)
    if (held && text !== undefined) return
    if (!held && text !== undefined) await setReply(tx.sql, reply.id, { text })
    const what = text === undefined ? 'delete' : 'edit'
    const message = held
      ? replyWithdrawn({ taskName })
      : replyEditNotPossible({ what, taskUuid: reply.task_uuid, taskName, taskUrl })
    const threadTs = reply.thread_ts ?? undefined
    await mark(deps, tx, { channel, ts }, [{ op: 'ephemeral', user: reply.user_id, threadTs, message }])
  })
}
