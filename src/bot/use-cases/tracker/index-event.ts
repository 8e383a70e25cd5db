import type { Comment } from '../../../contract/comment.ts'
import type { TrackerEvent } from '../../../contract/event.ts'
import { knownTask } from '../../store/tracker/known.ts'
import { partByComment, replyById } from '../../store/replies/replies.ts'
import { noteComment, noteDone, noteProject, noteTask } from '../../store/tracker/task-states.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import { peopleOf } from './people.ts'

/** What of a task is kept for digests: its own answer where it says so, else what is known stays. */
export const isDone = (status: string | null | undefined): boolean | undefined =>
  status === undefined || status === null ? undefined : /complete|done/i.test(status)

interface TaskSaid {
  status?: string | null | undefined
  due_date?: string | null | undefined
  assignee_name?: string | null | undefined
}

export const indexTask = (sql: Queries, uuid: string, projectUuid: string, said: TaskSaid, now: number) =>
  noteTask(
    sql,
    {
      uuid,
      projectUuid,
      completed: isDone(said.status),
      dueDate: said.due_date,
      assigneeName: said.assignee_name,
    },
    now,
  )

const isCustomer = async (deps: BotDeps, event: TrackerEvent, comment: Comment): Promise<boolean> => {
  const told = event.modifiedBy?.is_customer
  if (typeof told === 'boolean') return told
  const customers = await peopleOf(deps, true).catch(() => [])
  return customers.some(({ uuid }) => uuid === comment.created_by_uuid)
}

/** Somebody of another organization who answers in a shared channel is no voice of the vendor's. */
const isStrangersReply = async (deps: BotDeps, comment: Comment): Promise<boolean> => {
  const part = await partByComment(deps.database.sql, comment.uuid)
  const reply = part && (await replyById(deps.database.sql, part.reply_id))
  const person = reply && (await deps.slack.person(reply.user_id).catch(() => undefined))
  return person?.stranger ?? false
}

/** A comment that the tracker confirmed, for the index: `own` came from Slack. Written with the event's end. */
export const commentNoted = async (
  deps: BotDeps,
  event: TrackerEvent,
  comment: Comment,
  at: { taskUuid: string; projectUuid: string | undefined; own: boolean },
): Promise<(tx: Tx) => Promise<void>> => {
  const { taskUuid, own } = at
  const projectUuid = at.projectUuid ?? (await knownTask(deps.database.sql, taskUuid))?.projectUuid
  if (projectUuid === undefined) return () => Promise.resolve()
  const byCustomer = own ? await isStrangersReply(deps, comment) : await isCustomer(deps, event, comment)
  const written = Date.parse(comment.created_at ?? '')
  const now = deps.now()
  const news = { uuid: comment.uuid, taskUuid, projectUuid, byCustomer, seenAt: now }
  return (tx) => noteComment(tx.sql, { ...news, at: Number.isNaN(written) ? now : written })
}

/** Of an event that was confirmed: what the tracker's own answers do not show, where nothing else is known. */
const fillTask = async (
  tx: Tx,
  event: Extract<TrackerEvent, { payload: { task: object } }>,
  project: string,
  now: number,
) => {
  const state = await tx.sql
    .selectFrom('task_state')
    .select(['due_date', 'assignee_name'])
    .where('uuid', '=', event.objectUuid)
    .executeTakeFirst()
  if (!state) return
  const { task } = event.payload
  const missing = {
    ...(state.due_date === null && { due_date: task.due_date }),
    ...(state.assignee_name === null && { assignee_name: task.assignee_name }),
  }
  await indexTask(tx.sql, event.objectUuid, project, missing, now)
  if (event.name === 'task_completed') await noteDone(tx.sql, event.objectUuid, now)
}

const taskOf = async (tx: Tx, event: TrackerEvent): Promise<string | undefined> => {
  if (event.name.startsWith('task_')) return event.objectUuid
  if ('subtask' in event.payload)
    return (event.payload as { parent_task_uuid?: string | null }).parent_task_uuid ?? undefined
  if (!event.name.startsWith('comment_')) return undefined
  const row = await tx.sql
    .selectFrom('comment_state')
    .select('task_uuid')
    .where('uuid', '=', event.objectUuid)
    .executeTakeFirst()
  return row?.task_uuid
}

/** What is internal is nobody's last activity: the card that says it may stand where customers read. */
const isInternal = async (tx: Tx, event: TrackerEvent): Promise<boolean> => {
  const about = /^(task|subtask|comment)_/.test(event.name)
  const uuid = about ? await taskOf(tx, event) : undefined
  if (!about) return false
  return uuid === undefined || (await knownTask(tx.sql, uuid))?.isInternal !== false
}

/** Progress that follows what somebody did: the tracker tells of it right after. */
const follows: ReadonlySet<string> = new Set(['module_updated', 'project_updated'])

const nextOf = (event: TrackerEvent): string | null | undefined => {
  if (event.name !== 'task_completed') return undefined
  const uuid = event.payload.next_task_to_complete?.['uuid']
  return typeof uuid === 'string' ? uuid : null
}

/** Keeps what a confirmed event told, in the transaction that ends it. */
export const indexEvent = async (
  tx: Tx,
  event: TrackerEvent,
  project: string,
  now: number,
): Promise<void> => {
  if ('task' in event.payload) await fillTask(tx, event as Parameters<typeof fillTask>[1], project, now)
  const at = Date.parse(event.timestamp)
  const by = event.modifiedBy?.full_name || undefined
  const last = { event: event.name, by, at: Number.isNaN(at) ? now : at }
  const hidden = follows.has(event.name) || (await isInternal(tx, event))
  await noteProject(tx.sql, project, { nextTaskUuid: nextOf(event), last: hidden ? undefined : last })
}
