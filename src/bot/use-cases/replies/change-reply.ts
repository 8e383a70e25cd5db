import { mayBeRoot } from '../../store/ledger/delivered.ts'
import { isAhead, keepAhead } from '../../store/replies/ahead.ts'
import {
  changeUnsent,
  replyBySource,
  type ReplyRow,
  setReply,
  sourceOf,
} from '../../store/replies/replies.ts'
import { joinedTask } from '../../store/threads/task-threads.ts'
import type { Message } from '../../messages/kit/message.ts'
import { replyEditNotPossible, replyWithdrawn } from '../../messages/replies/edited-in-slack.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import { type Mark, mark, markOnce } from '../answers/mark-message.ts'
import { taskOfReply } from './refuse-reply.ts'
import { mayBeSelf } from './thread-root.ts'

export interface ChangedReply {
  channel: string
  ts: string
  /** Undefined if Slack does not say. */
  threadTs: string | undefined
  /** The author of the thread's root, if Slack says. */
  parent: string | undefined
  /** Undefined if the message was deleted. */
  text: string | undefined
}

/** Slack may deliver a change before its reply. Then the change is stored until the reply arrives. */
const replyOf = async (deps: BotDeps, change: ChangedReply): Promise<ReplyRow | undefined> => {
  const { sql } = deps.database
  const { channel, ts, threadTs, parent } = change
  const source = sourceOf(channel, ts)
  const known = await replyBySource(sql, source)
  if (known && !isAhead(known)) return known
  // An edit always names its thread. A deletion may not.
  if (!known && threadTs === undefined && change.text !== undefined) return undefined
  const mayBeOurs =
    mayBeSelf(deps, parent) ||
    (await mayBeRoot(sql, channel, threadTs)) ||
    (await joinedTask(sql, channel, threadTs)) !== undefined
  if (!known && !mayBeOurs) return undefined
  if (await keepAhead(sql, change, deps.now())) return undefined
  // The reply arrived at this moment.
  const come = await replyBySource(sql, source)
  return come && !isAhead(come) ? come : undefined
}

/** Tells the author at the reply. Of a deletion only once, although Slack may repeat it. */
export const tellAtReply = async (
  deps: BotDeps,
  tx: Tx,
  { source, channel, ts, thread_ts: threadTs, user_id: user }: ReplyRow,
  what: 'edit' | 'delete',
  message: Message,
): Promise<void> => {
  if (ts === null) return
  const words: Mark = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  if (what === 'delete') return markOnce(deps, tx, { channel, ts }, words, `deleted:${source}`)
  await mark(deps, tx, { channel, ts }, [words])
}

/** Applies until the reply is sent. Later the interface has no operation for it: the author is told. */
export const changeReply = async (deps: BotDeps, change: ChangedReply): Promise<void> => {
  const { text } = change
  const reply = await replyOf(deps, change)
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
