import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { plainName } from '../../kit/text/words.ts'
import type { CommentNote } from '../../store/known-comments.ts'
import type { Note } from '../../store/notes.ts'
import type { ReplyRow } from './store/replies.ts'
import { type ReplyPart, partByComment } from './store/parts.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { apiUser, peopleOf } from '../../tracker/people.ts'
import { saidNow, splitAuthor } from './reply-bodies.ts'
import { commentRest } from '../../kit/cards/comment-line.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Here, may, mayKnowTask } from '../../audience/actor.ts'
import type { Answer } from '../../answers/answer.ts'
import { StaleValue } from '../../kit/stale-value.ts'
import { unlessMissing } from '../../tracker/tracker-trouble.ts'

const shape = /^comment:([0-9a-f-]{36}):(\d{1,9})$/

/** *Show more* under a long comment: shows the rest to the person who pressed it. */
export const showRest = async (deps: BotDeps, actor: Here, value: string): Promise<Answer> => {
  const [, uuid, from] = shape.exec(value) ?? []
  if (uuid === undefined) throw new StaleValue('names no comment')
  const comment = await unlessMissing(deps.api.getComment({ comment_uuid: uuid }))
  const task = comment && taskOfComment(comment)
  if (!comment || !(may(actor, 'work') || (task && (await mayKnowTask(deps, actor, task)))))
    return { message: staleButton() }
  const { authorName, text } = await saidIn(
    deps,
    comment,
    await partByComment(deps.database.sql, comment.uuid),
  )
  return { message: commentRest({ uuid, authorName, text, offset: Number(from) }) }
}

export const authorOf = (comment: Comment): string => plainName(comment.created_by_name ?? '')

/** The comment's task. Undefined for a comment on anything else, such as a project, which has no thread. */
export const taskOfComment = (comment: Comment): string | undefined => {
  const type = comment.associated_object_type
  const isTask = !type || type.toUpperCase() === 'TASK'
  return isTask ? (comment.associated_object_uuid ?? undefined) : undefined
}

const ms = (instant: string | null | undefined): number | undefined => {
  const parsed = instant ? Date.parse(instant) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}

/** Some trackers give a comment that was never edited the time of its creation. */
export const editedAtOf = ({ created_at: created, edited_at: edited }: Comment): string | undefined => {
  const wasEdited = (ms(edited) ?? Infinity) > (ms(created) ?? 0)
  return wasEdited ? (edited ?? undefined) : undefined
}

/** The name of the person who wrote it. Empty if only the API user's name is known, because that is no person. */
export const writerOf = async (
  deps: BotDeps,
  comment: Comment,
  { authorName, inSlack }: Said,
): Promise<string> => {
  if (inSlack) return authorName
  return comment.created_by_uuid === (await apiUser(deps, deps.database.sql)) ? '' : authorName
}

/** Stored, because the interface has no list of comments. `told`: for digests. */
export const commentNotes = (comment: Comment, authorName: string, told?: CommentNote['told']): Note[] => {
  const taskUuid = taskOfComment(comment)
  if (taskUuid === undefined) return []
  const said = {
    uuid: comment.uuid,
    taskUuid,
    authorName: authorName.replace(/ \(Slack\)$/, ''),
    text: comment.message_plain,
    createdAt: ms(comment.created_at),
    told,
  }
  return [{ of: 'comment', comment: said }]
}

export const isByCustomer = async (
  deps: BotDeps,
  event: TrackerEvent,
  comment: Comment,
): Promise<boolean> => {
  const told = event.modifiedBy?.is_customer
  if (typeof told === 'boolean') return told
  const customers = await peopleOf(deps, true).catch(() => [])
  return customers.some(({ uuid }) => uuid === comment.created_by_uuid)
}

/** Comments by outsiders in a shared channel are not the vendor's. */
export const isByStranger = async (deps: BotDeps, reply: ReplyRow | undefined): Promise<boolean> => {
  const person = reply && (await deps.slack.person(reply.user_id).catch(() => undefined))
  return person?.role === 'stranger'
}

export interface Said {
  authorName: string
  text: string
  inSlack: boolean
}

/** Who said it, and what. The API user wrote what people said in Slack. `own`: the reply that the comment is. */
export const saidIn = async (deps: BotDeps, comment: Comment, own: ReplyPart | undefined): Promise<Said> => {
  const text = comment.message_plain
  if (own) return { ...saidNow(own.body, text), inSlack: true }
  if (await deps.isSentElsewhere(comment)) return { ...splitAuthor(text), inSlack: true }
  return { authorName: authorOf(comment), text, inSlack: false }
}
