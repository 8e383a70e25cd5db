import type { TrackerEvent } from '../../../contract/event.ts'
import { deliveriesAbout } from '../posts/store/deliveries.ts'
import { partByComment, type ReplyPart } from '../replies/store/replies.ts'
import type { Removal } from '../../kit/cards/by-other.ts'
import type { Note } from '../../store/known/notes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Decision, dropped, handled, type Planned } from '../posts/plan/decision.ts'
import { briefOf } from '../posts/plan/delivery-facts.ts'
import { splitAuthor } from '../replies/reply-bodies.ts'
import { replyChangedLine } from '../replies/reply-changed-line.ts'
import { unlessMissing } from '../../tracker/tracker-trouble.ts'

type Event = Extract<TrackerEvent, { name: 'comment_deleted' }>

/** A line in the thread, because the bot cannot change a reply that a person wrote in Slack. */
const ownReplyDeleted = (
  deps: BotDeps,
  own: ReplyPart,
  uuid: string,
  removal: Removal,
): Promise<Planned[]> => {
  const { authorName } = splitAuthor(own.body)
  return replyChangedLine(deps, own, uuid, { what: 'deleted', version: 'deleted', authorName, removal })
}

/** An event names the person who deleted the comment, without a uuid. */
const removalIn = ({ modifiedBy, timestamp, payload }: Event): Removal => {
  const by = modifiedBy?.full_name || undefined
  return by === undefined || by === payload.comment.created_by_name
    ? {}
    : { deletedBy: by, deletedAt: timestamp }
}

/** The deletion is confirmed when the tracker no longer has the comment. A tombstone replaces the message. */
export const onCommentDeleted = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: event.objectUuid }))
  if (comment) return dropped('not verified: the comment is still there')
  const taskUuid = event.payload.comment.associated_object_uuid ?? undefined
  const notes: Note[] = [{ of: 'comment-gone', uuid: event.objectUuid, taskUuid }]
  const posted = await deliveriesAbout(deps.database.sql, 'comment', event.objectUuid)
  const own = await partByComment(deps.database.sql, event.objectUuid)
  const removal = removalIn(event)
  const lines = own ? await ownReplyDeleted(deps, own, event.objectUuid, removal) : []
  if (posted.length === 0 && lines.length === 0) return dropped('the comment was never posted', { notes })
  const tombstones = posted.map((row): Planned => ({
    channel: row.channel,
    kind: 'comment_tombstone',
    objectUuid: event.objectUuid,
    op: 'update',
    on: { kind: 'comment', uuid: event.objectUuid },
    facts: { authorName: briefOf(row).authorName ?? 'Someone', ...removal },
  }))
  return handled([...lines, ...tombstones], { notes })
}
