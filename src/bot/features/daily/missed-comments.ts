import type { Comment } from '../../../contract/comment.ts'
import type { ListedTask } from '../../../contract/task.ts'
import { eachAlone } from '../../deps/faults.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { dayMs } from '../../kit/time.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { writeNotes } from '../../store/notes.ts'
import { knownProject } from '../../store/known-projects.ts'
import { mentionedIn } from '../../sync/events/notify-mentioned.ts'
import { findCommentWords, isByCustomer, onMissedComment, writerOf } from '../../sync/events/on-comment.ts'
import type { Decision } from '../../sync/posts/decision.ts'
import { commentNotes, knownComments } from '../../sync/store/comments.ts'
import { commentInView } from '../../tracker/comment-in-view.ts'
import type { Listed } from '../../tracker/listed-tasks.ts'
import { allUsers } from '../../tracker/people.ts'
import { unlessMissing } from '../../tracker/tracker-says.ts'

/** A younger comment's event may still come. In ms. */
export const graceMs = 30 * 60_000
/** An older comment is no news. It is stored without a message. */
const newsMs = 7 * dayMs
/** How many tasks' comments are read at a time, those with the newest first, and how many of each. */
const mostTasks = 100
const mostOfTask = 50

interface Unheard {
  readonly comment: Comment
  /** When it was written, in ms. */
  readonly at: number
  /** If the task's row said it. */
  readonly isCustomer: boolean | null | undefined
}

const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '')

/** Tasks with a comment since, or whose last comment is not stored. */
const tasksToRead = async ({ database }: BotDeps, tasks: readonly ListedTask[], since: number) => {
  const commented = tasks.filter((task) => task.last_comment)
  const uuids = commented.flatMap((task) => task.last_comment?.uuid ?? [])
  const known = await knownComments(database.sql, uuids)
  const lastAt = (task: ListedTask) => timeOf(task.last_comment?.created_at)
  return commented
    .filter((task) => lastAt(task) >= since || !known.has(task.last_comment?.uuid ?? ''))
    .sort((one, other) => lastAt(other) - lastAt(one))
}

/** The task's comments that are not stored. Without those that have no time, or whose event may still come. */
const unheardOn = async (deps: BotDeps, { uuid, last_comment: last }: ListedTask): Promise<Unheard[]> => {
  const read = await unlessMissing(deps.api.listComments({ task_uuid: uuid, limit: mostOfTask }))
  const comments = read?.comments ?? []
  const known = await knownComments(
    deps.database.sql,
    comments.map((comment) => comment.uuid),
  )
  return comments
    .filter((comment) => !known.has(comment.uuid))
    .map((comment) => ({
      comment,
      at: timeOf(comment.created_at),
      isCustomer: comment.uuid === last?.uuid ? last.is_customer : undefined,
    }))
    .filter(({ at }) => at <= deps.now() - graceMs)
}

/** Digests count a comment when it was written, not now. */
const storeQuietly = async (deps: BotDeps, projectUuid: string, { comment, at, isCustomer }: Unheard) => {
  const view = commentInView(comment)
  const { sql } = deps.database
  const byCustomer = await isByCustomer(deps, isCustomer, view)
  const accountName = (await knownProject(sql, projectUuid))?.accountName
  const known = { accountName, isCustomer: byCustomer, mayAsk: false }
  const writer = await writerOf(deps, view, await findCommentWords(deps, view, known))
  await writeNotes(sql, commentNotes(view, writer, { projectUuid, byCustomer }), at)
}

/** What the tracker's events would have been. */
const namesOf = async (deps: BotDeps, comment: Comment) => {
  const isMention = mentionedIn(comment.message_plain, (await allUsers(deps)).users).length > 0
  const name = comment.replied_to_comment_uuid ? ('comment_reply' as const) : ('comment_new' as const)
  return isMention ? ([name, 'comment_mention'] as const) : ([name] as const)
}

/** One decision for each event that would have been. Undefined while a reply on the task is being sent. */
const decideMissed = async (deps: BotDeps, { comment, at }: Unheard): Promise<Decision[] | undefined> => {
  const decisions: Decision[] = []
  try {
    for (const name of await namesOf(deps, comment))
      decisions.push(await onMissedComment(deps, { comment, name, at }))
  } catch (error) {
    if (error instanceof RetryLater) return undefined
    throw error
  }
  return decisions
}

export interface Missed {
  readonly comment: Comment
  readonly decisions: readonly Decision[]
}

/**
 * Compares the comments of a project's tasks with those that are stored. Stores old ones, and decides about those that no
 * event told of, oldest first. `whole`: none is left for the next time.
 */
export const missedComments = async (deps: BotDeps, projectUuid: string, { tasks }: Listed) => {
  const before = (await knownProject(deps.database.sql, projectUuid))?.listedAt ?? 0
  const news = deps.now() - newsMs
  const toRead = await tasksToRead(deps, tasks, Math.max(news, before - 2 * graceMs))
  const unheard: Unheard[] = []
  for (const task of toRead.slice(0, mostTasks)) unheard.push(...(await unheardOn(deps, task)))
  const missed: Missed[] = []
  const oldestFirst = unheard.toSorted((one, other) => one.at - other.at)
  const nameOf = ({ comment }: Unheard) => ({ comment: comment.uuid })
  await eachAlone(deps.log, oldestFirst, nameOf, async (one) => {
    if (one.at < news) return storeQuietly(deps, projectUuid, one)
    const decisions = await decideMissed(deps, one)
    if (decisions) missed.push({ comment: one.comment, decisions })
  })
  return { missed, whole: toRead.length <= mostTasks }
}
