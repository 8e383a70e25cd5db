import { postAt, postOf } from '../posts/store/posts.ts'
import { replyById } from './store/replies.ts'
import type { ReplyPart } from './store/parts.ts'
import type { Removal } from '../../kit/cards/comment-line.ts'
import type { ReplyChangedFacts } from '../posts/messages/reply-changed.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Planned } from '../posts/decision.ts'
import { isPostKind } from '../posts/kinds.ts'

/** A change of a comment in the tracker. */
export interface CommentChange {
  what: 'edited' | 'deleted'
  authorName: string
  text?: string | undefined
  removal?: Removal
}

/**
 * A line in the thread about a changed comment, because the bot cannot edit a person's reply. Later changes
 * change that line. Comments made by command have none: the bot updates their messages.
 */
export const replyChangedLine = async (
  deps: Pick<BotDeps, 'database'>,
  part: Pick<ReplyPart, 'reply_id'>,
  uuid: string,
  change: CommentChange,
): Promise<Planned[]> => {
  const reply = await replyById(deps.database.sql, part.reply_id)
  if (!reply?.ts || !reply.thread_ts) return []
  const { channel } = reply
  const root = await postAt(deps.database.sql, channel, reply.thread_ts)
  if (!root || !isPostKind(root.kind)) return []
  const { what, authorName, text, removal } = change
  const facts: ReplyChangedFacts = { what, uuid, authorName, ...removal, ...(text !== undefined && { text }) }
  const line = { channel, kind: 'reply_changed', objectUuid: uuid, facts } as const
  const told = await postOf(deps.database.sql, line)
  return [told ? { ...line, change: true } : { ...line, on: { kind: root.kind, uuid: root.object_uuid } }]
}
