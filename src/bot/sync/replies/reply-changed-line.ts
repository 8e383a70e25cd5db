import { deliveryAt, deliveryOf } from '../posts/store/deliveries.ts'
import { replyById, type ReplyPart } from './store/replies.ts'
import type { Removal } from '../../kit/cards/by-other.ts'
import type { ReplyChangedFacts } from '../posts/messages/reply-changed.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Planned } from '../posts/plan/decision.ts'
import { isDeliveryKind } from '../posts/kinds.ts'

/** A change of a comment in the tracker. `version` distinguishes edits. */
export interface CommentChange {
  what: 'edited' | 'deleted'
  version: string
  authorName: string
  text?: string | undefined
  removal?: Removal
}

/**
 * A line in the thread about a changed comment, because the bot cannot edit a person's reply. Later changes
 * update that line. Comments made by command have none: the bot updates their messages.
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
  const root = await deliveryAt(deps.database.sql, channel, reply.thread_ts)
  if (!root || !isDeliveryKind(root.kind)) return []
  const { what, authorName, text, version, removal } = change
  const facts: ReplyChangedFacts = { what, uuid, authorName, ...removal, ...(text !== undefined && { text }) }
  const line = { channel, kind: 'reply_changed', objectUuid: uuid } as const
  const told = await deliveryOf(deps.database.sql, line)
  if (!told) return [{ ...line, op: 'post', on: { kind: root.kind, uuid: root.object_uuid }, facts }]
  const update = { kind: 'reply_changed_update', objectUuid: `${uuid}@${version}`, op: 'update' } as const
  return [{ ...update, channel, on: { kind: 'reply_changed', uuid }, facts }]
}
