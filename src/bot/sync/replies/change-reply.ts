import { replyBySource, type ReplyRow, setReply, sourceOf } from './store/replies.ts'
import { changeUnsent } from './store/parts.ts'
import type { Message } from '../../kit/message.ts'
import { replyEditNotPossible, replyWithdrawn } from '../posts/messages/reply-changed.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Notice, notify, notifyOnce } from '../../answers/tell.ts'
import { taskOfReply } from './refuse-reply.ts'

export interface ChangedReply {
  channel: string
  ts: string
  /** Undefined if the message was deleted. */
  text: string | undefined
}

/** Tells the author at the reply. Of a deletion only once, although Slack may repeat it. */
const tellAtReply = async (
  deps: BotDeps,
  tx: Tx,
  { source, channel, ts, thread_ts: threadTs, user_id: user }: ReplyRow,
  what: 'edit' | 'delete',
  message: Message,
): Promise<void> => {
  if (ts === null) return
  const words: Notice = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  if (what === 'delete') return notifyOnce(deps, tx, { channel, ts }, words, `deleted:${source}`)
  await notify(deps, tx, { channel, ts }, words)
}

/** Applies until the reply is sent. Later the interface has no operation for it: the author is told. */
export const changeReply = async (deps: BotDeps, change: ChangedReply): Promise<void> => {
  const { channel, ts, text } = change
  const reply = await replyBySource(deps.database.sql, sourceOf(channel, ts))
  // When Slack unfurls a link, it reports an edit with the same text.
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
    await tellAtReply(deps, tx, reply, what, message)
  })
}
