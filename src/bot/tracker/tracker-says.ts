import { saysCompleted, type Task } from '../../contract/task.ts'
import { noName } from '../../contract/fields.ts'
import { ifSet } from '../../contract/text.ts'
import type { ProjectItem } from '../../contract/project.ts'
import type { EventOf } from '../../contract/event.ts'
import { ApiProblem, isRefusal, type ProblemKind } from '../../contract/problem.ts'
import { GiveUp, RetryLater } from '../../lanes/lanes.ts'

/** Undefined if the tracker returns no status. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  ifSet(status) === undefined ? undefined : saysCompleted(status)

/** The client counts a full page without a total as one row more. Then another page may follow each full one. */
export const isUncounted = (
  { length }: readonly unknown[],
  perPage: number,
  total: number | undefined,
): boolean => length === perPage && total === perPage + 1

/** A project at 100 % that is still Active is not completed. */
export const isCompleted = ({ item }: { item: ProjectItem }): boolean =>
  saysCompleted(item.project_state) || saysCompleted(item.status?.name)

/*
 * A record may be older than its event, as with replicas. Tasks and projects have no time of their last change, so the
 * fields that both show are compared.
 */

type MaybeText = string | null | undefined

/** Whether the record has another value. A field that one of them lacks decides nothing. */
const differ = (event: MaybeText, record: MaybeText): boolean =>
  !!event && record !== undefined && event.trim() !== record?.trim()

/** A time of day may be in another time zone, so only plain days are compared. */
const plainDay = (date: MaybeText): MaybeText => (date && date.length > 10 ? undefined : date)

const nameIn = ({ name }: { name: string }): MaybeText => (name === noName ? undefined : name)

type TaskEvent = Pick<EventOf<'task_updated'>, 'payload'>

export const isTaskBehind = (task: Task, { payload: { task: fromEvent } }: TaskEvent): boolean =>
  differ(fromEvent.name, nameIn(task)) ||
  differ(fromEvent.status, task.status) ||
  differ(fromEvent.assignee_name, task.assignee_name) ||
  differ(plainDay(fromEvent.due_date), plainDay(task.due_date))

export const isProjectBehind = (
  item: ProjectItem,
  { payload: { project: fromEvent } }: EventOf<'project_updated'>,
): boolean =>
  differ(fromEvent.name, nameIn(item)) ||
  differ(fromEvent.status, item.status?.name) ||
  differ(fromEvent.owner_name, item.project_owner?.full_name)

/** Other words may also come from a later edit: then the record is not behind. */
export const isCommentBehind = (
  { text, editedAt }: { text: string; editedAt: string | undefined },
  { payload, timestamp }: EventOf<'comment_updated'>,
): boolean =>
  differ(payload.comment.message_plain, ifSet(text)) && !(Date.parse(editedAt ?? '') >= Date.parse(timestamp))

/** How long to wait, in ms, for temporary refusals. They do not count as failed attempts. */
const waits: Partial<Record<ProblemKind, number>> = {
  'rate-limited': 60_000,
  quota: 600_000,
  unauthorized: 60_000,
  forbidden: 60_000,
}

/** Decides what a lane does about a tracker error: wait, set the job aside, or retry with its backoff. */
export const laneError = (error: unknown): unknown => {
  if (!(error instanceof ApiProblem)) return error
  const wait = waits[error.kind]
  if (wait !== undefined) return new RetryLater(error.retryAfterMs ?? wait, error.message)
  if (error.kind === 'too-large' || isRefusal(error)) return new GiveUp(error.message)
  return error
}

const unclear: ReadonlySet<ProblemKind> = new Set(['unknown', 'too-large', 'unexpected'])

/** Whether a write may have succeeded. False only if it was not sent, or refused. */
export const mayExist = (error: unknown): boolean => !(error instanceof ApiProblem) || unclear.has(error.kind)

const unlessOneOf = async <T>(kinds: readonly ProblemKind[], look: Promise<T>): Promise<T | undefined> => {
  try {
    return await look
  } catch (error) {
    if (error instanceof ApiProblem && kinds.includes(error.kind)) return undefined
    throw error
  }
}

/** Undefined if the tracker says that the object does not exist. */
export const unlessMissing = <T>(look: Promise<T>): Promise<T | undefined> => unlessOneOf(['not-found'], look)

/** Undefined if the tracker shows this key no people, or not in a form that the interface knows. */
export const unlessNoPeople = <T>(look: Promise<T>): Promise<T | undefined> =>
  unlessOneOf(['forbidden', 'not-found', 'invalid', 'unresolved', 'too-large', 'unexpected'], look)

/** Undefined if the tracker doesn't have this endpoint, however it says so. */
export const unlessLacking = <T>(look: Promise<T>): Promise<T | undefined> =>
  unlessOneOf(['not-found', 'forbidden', 'invalid', 'unresolved', 'unexpected', 'not-tracker'], look)

/** Undefined if the tracker has no such page: an older one may not know `offset`. */
export const unlessNoPages = <T>(look: Promise<T>): Promise<T | undefined> =>
  unlessOneOf(['invalid', 'unresolved'], look)
