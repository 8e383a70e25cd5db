import { mayBeRoot } from '../../store/ledger/delivered.ts'
import { isAhead, keepAhead } from '../../store/replies/ahead.ts'
import {
  changeUnsent,
  replyBySource,
  type ReplyRow,
  setReply,
  sourceOf,
} from '../../store/replies/replies.ts'
import { replyEditNotPossible, replyWithdrawn } from '../../messages/replies/edited-in-slack.ts'
import type { BotDeps } from '../../deps.ts'
import { mark } from '../answers/mark-message.ts'
import { taskOfReply } from './refuse-reply.ts'
import { mayBeSelf } from './thread-root.ts'

export interface ChangedReply {
  channel: string
  ts: string
  /** Undefined where Slack does not tell. */
  threadTs: string | undefined
  /** Whose message roots the thread, where Slack tells. */
  parent: string | undefined
  /** Undefined when the message was deleted. */
  text: string | undefined
}

/**
 * The reply that was changed. Slack may deliver the change before the reply, when the reply's first delivery did
 * not arrive: then the change is kept, and joins the reply when it comes.
 */
const replyOf = async (deps: BotDeps, change: ChangedReply): Promise<ReplyRow | undefined> => {
  const { sql } = deps.database
  const { channel, ts, threadTs, parent } = change
  const source = sourceOf(channel, ts)
  const known = await replyBySource(sql, source)
  if (known && !isAhead(known)) return known
  // An edit of a reply names its thread; of a deleted message Slack may not tell.
  if (!known && threadTs === undefined && change.text !== undefined) return undefined
  const mayBeOurs = mayBeSelf(deps, parent) || (await mayBeRoot(sql, channel, threadTs))
  if (!known && !mayBeOurs) return undefined
  if (await keepAhead(sql, change, deps.now())) return undefined
  // It came in this very moment.
  const come = await replyBySource(sql, source)
  return come && !isAhead(come) ? come : undefined
}

/**
 * A person edited or deleted a reply in Slack. Before it was sent, and after it was refused, the change simply
 * holds; once the comment may exist the interface has no operation for it, and its author is told so.
 */
export const changeReply = async (deps: BotDeps, change: ChangedReply): Promise<void> => {
  const { channel, ts, text } = change
  const reply = await replyOf(deps, change)
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
