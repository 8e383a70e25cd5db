import { taskPages } from '../../tracker/views.ts'
import type { EventOf } from '../../../contract/event.ts'
import { postsAbout, postAt, postOf } from '../store/posts.ts'
import { partByComment, type ReplyPart } from '../store/parts.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayTell, routeTo } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type WantedPost, unverified } from '../posts/decision.ts'
import { commentFacts, commentWords, namedIn, writerOf } from './on-comment.ts'
import { wordsNow, splitAuthor } from '../replies/comment-words.ts'
import { isCommentBehind } from '../../tracker/tracker-says.ts'
import { type TaskInView, lookAtTask, taskNotes } from '../../tracker/task-in-view.ts'
import { type CommentInView, lookAtComment } from '../../tracker/comment-in-view.ts'
import type { Removal } from '../../kit/comment.ts'
import type { Note } from '../../store/notes.ts'
import { commentNotes, noteCommentGone } from '../store/comments.ts'
import { factsFor, isPostKind } from '../kinds/kinds.ts'
import { replyById } from '../store/replies.ts'
import type { ReplyChangedFacts } from '../messages/reply.ts'

/** The tracker sends an update even if only spaces or the time changed. */
const sameWords = (one: string, other: string) =>
  one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim()

/** The bot can't edit a person's reply, so a line below it says what changed. Later changes edit that line. */
const replyChangedLine = async (
  deps: BotDeps,
  part: Pick<ReplyPart, 'reply_id'>,
  uuid: string,
  change: Omit<ReplyChangedFacts, 'uuid'>,
): Promise<WantedPost[]> => {
  const reply = await replyById(deps.database.sql, part.reply_id)
  // A comment by command or dialog is the bot's own message, which the bot can edit.
  if (!reply?.ts || !reply.thread_ts) return []
  const { channel } = reply
  const root = await postAt(deps.database.sql, channel, reply.thread_ts)
  if (!root || !isPostKind(root.kind)) return []
  const facts: ReplyChangedFacts = { uuid, ...change }
  const line = { channel, kind: 'reply_changed', objectUuid: uuid, facts } as const
  const stored = await postOf(deps.database.sql, line)
  return [stored ? { ...line, change: true } : { ...line, on: { kind: root.kind, uuid: root.object_uuid } }]
}

const replyEdited = async (
  deps: BotDeps,
  { uuid, text }: CommentInView,
  own: ReplyPart,
  view: TaskInView,
  notes: Note[],
): Promise<Decision> => {
  const lines = await replyChangedLine(deps, own, uuid, { what: 'edited', ...wordsNow(own.body, text) })
  const isFirst = lines.every(({ change }) => !change)
  if (isFirst && sameWords(own.body, text)) return dropped('own comment', { notes })
  const posts: WantedPost[] = []
  for (const line of lines) if (await mayTell(deps, await routeTo(deps, line.channel), view)) posts.push(line)
  return lines.length === 0 ? dropped('own comment', { notes }) : handled(posts, { notes })
}

/** Updates every posted copy. A comment that was never posted stays unposted. */
const onCommentUpdated = async (deps: BotDeps, event: EventOf<'comment_updated'>): Promise<Decision> => {
  const comment = await lookAtComment(deps, event.objectUuid)
  if (!comment) return unverified('the tracker has no such comment')
  const { sql } = deps.database
  const own = await partByComment(sql, comment.uuid)
  const copies = await postsAbout(sql, 'comment', comment.uuid)
  const known = { accountName: undefined, mayAsk: copies.length > 0 }
  const found = await commentWords(deps, comment, own, known)
  // Whoever edits a comment may be somebody else, and its author keeps the name.
  const words = own ? found : { ...found, authorName: namedIn(copies) ?? found.authorName }
  const notesOfComment = commentNotes(comment, await writerOf(deps, comment, words))
  if (copies.length === 0 && !own) return dropped('the comment was never posted', { notes: notesOfComment })
  const { taskUuid, projectUuid } = comment
  const view = taskUuid && (await lookAtTask(deps, taskUuid, projectUuid, 'verified'))
  if (!view) return unverified('the tracker has no such task', { notes: notesOfComment })
  const notes = [...taskNotes(view), ...notesOfComment]
  const edited = own && (await replyEdited(deps, comment, own, view, notes))
  const behind = isCommentBehind(comment, event)
  if (edited && copies.length === 0) return { ...edited, behind }
  const facts = await commentFacts(deps, view, comment, words)
  const posts: WantedPost[] = [...(edited?.posts ?? [])]
  for (const { channel } of copies) {
    // The task may have become internal since, or its project another customer's.
    const route = await routeTo(deps, channel)
    if (!(await mayTell(deps, route, view))) continue
    const { url: cutUrl, portalUrl } = taskPages(view, route)
    const shown = factsFor('comment', route, { ...facts, cutUrl, portalUrl })
    if (shown)
      posts.push({
        channel,
        kind: 'comment',
        objectUuid: comment.uuid,
        change: true,
        facts: shown,
      })
  }
  return handled(posts, { notes, behind, requoted: { task: view.uuid, atOnce: true } })
}

/** An event names the person who deleted the comment, without a uuid. */
const removalIn = ({ modifiedBy, timestamp, payload }: EventOf<'comment_deleted'>): Removal => {
  const by = modifiedBy?.full_name || undefined
  return by === undefined || by === payload.comment.created_by_name
    ? {}
    : { deletedBy: by, deletedAt: timestamp }
}

/** Once the tracker no longer has the comment, its messages say that it was deleted. */
const onCommentDeleted = async (deps: BotDeps, event: EventOf<'comment_deleted'>): Promise<Decision> => {
  const comment = await lookAtComment(deps, event.objectUuid)
  if (comment) return unverified('the comment is still there')
  const notes = [noteCommentGone(event.objectUuid)]
  const copies = await postsAbout(deps.database.sql, 'comment', event.objectUuid)
  const own = await partByComment(deps.database.sql, event.objectUuid)
  const removal = removalIn(event)
  const change = own && { what: 'deleted' as const, authorName: splitAuthor(own.body).authorName, ...removal }
  const lines = change ? await replyChangedLine(deps, own, event.objectUuid, change) : []
  if (copies.length === 0 && lines.length === 0) return dropped('the comment was never posted', { notes })
  const removals = copies.map((row): WantedPost => ({
    channel: row.channel,
    kind: 'comment',
    objectUuid: event.objectUuid,
    change: true,
    facts: { authorName: namedIn([row]) ?? 'Someone', ...removal, deleted: true },
  }))
  const task = copies[0]?.on_uuid ?? undefined
  const requoted = task === undefined ? undefined : { task, atOnce: true as const, deleted: event.objectUuid }
  return handled([...lines, ...removals], { notes, requoted })
}

export const commentChangeHandlers = {
  comment_updated: onCommentUpdated,
  comment_deleted: onCommentDeleted,
}
