import {
  maySeeTask,
  visibleProject,
  type Acting,
  type ActingTx,
  inTransaction,
  notFound,
  invalid,
} from '../acting.ts'
import { lockProject, type ProjectRecord } from '../store/projects.ts'
import { type Part, projectOfPart } from '../store/work.ts'
import {
  findRow,
  type New,
  type PersonRow,
  type Row,
  type TaskRow,
  type ModuleRow,
  type SubtaskRow,
} from '../store/rows.ts'
import { hashOf } from '../../contract/text.ts'

/** A change in a project, which stays locked until the transaction ends, so that each change sees the previous one. */
export interface Change extends ActingTx {
  readonly person: PersonRow
  readonly project: ProjectRecord
}

export const changeProject = <R>(
  acting: Acting,
  projectUuid: string,
  work: (change: Change) => Promise<R>,
  what = 'Project',
): Promise<R> =>
  inTransaction(acting, async (acting) => {
    if (!(await lockProject(acting, projectUuid))) throw notFound(what)
    return work({ ...acting, ...(await visibleProject(acting, projectUuid, what)) })
  })

const names: Record<Part, string> = {
  module: 'Module',
  task: 'Task',
  subtask: 'Subtask',
  comment: 'Comment',
  note: 'Note',
}

/** Reads the part once to find its project, and again under the project's lock. */
export const changePart = async <T extends Part, R>(
  acting: Acting,
  part: T,
  uuid: string,
  work: (change: Change, row: Row<T>) => Promise<R>,
): Promise<R> => {
  const what = names[part]
  const project = await projectOfPart(acting, part, uuid)
  if (project === undefined) throw notFound(what)
  const run = async (change: Change) => {
    const row = await findRow(change, part, uuid)
    if (!row) throw notFound(what)
    return work(change, row)
  }
  return changeProject(acting, project, run, what)
}

/** The task of a subtask or comment. If this person can't see the task, the subtask or comment is a 404. */
export const taskOf = async (change: Change, uuid: string, what: string): Promise<TaskRow> => {
  const task = await findRow(change, 'task', uuid)
  if (!task || !maySeeTask(change.person, task)) throw notFound(what)
  return task
}

export const changeTask = <R>(
  acting: Acting,
  uuid: string,
  work: (change: Change, task: TaskRow) => Promise<R>,
): Promise<R> =>
  changePart(acting, 'task', uuid, (change, task) => {
    if (!maySeeTask(change.person, task)) throw notFound('Task')
    return work(change, task)
  })

export const bit = (value: boolean | undefined): 0 | 1 => (value ? 1 : 0)

export const placeAfter = (siblings: readonly { position: number }[]): number =>
  Math.max(0, ...siblings.map(({ position }) => position)) + 1

export type Placed = Pick<New<'module'>, 'uuid' | 'project_uuid' | 'name' | 'position'>

/** A hash of the values that a form shows and would overwrite. */
const seenOf = (...facts: unknown[]) => hashOf(JSON.stringify(facts)).slice(0, 16)

export const projectSeen = (one: ProjectRecord): string =>
  seenOf(one.name, one.description, one.due_date, one.owner_uuid)
export const moduleSeen = (one: ModuleRow): string => seenOf(one.name, one.portal_name)
export const taskSeen = (one: TaskRow): string =>
  seenOf(one.name, one.detail, one.is_internal, one.due_date, one.assignee_uuid)
export const subtaskSeen = (one: SubtaskRow): string => seenOf(one.name, one.description)
export const fieldsSeen = (values: readonly { uuid: string; value: unknown }[]): string =>
  seenOf(...values.map(({ uuid, value }) => [uuid, value]))
export const messageSeen = (one: { message_plain: string }): string => seenOf(one.message_plain)

export const onlyAsSeen = ({ seen }: { seen?: string | undefined }, current: string): void => {
  if (seen !== undefined && seen !== current)
    throw invalid('seen', 'Somebody else changed this. This page shows the latest version.')
}

export const differs = <R extends object>(row: R, changed: Partial<R>): boolean =>
  (Object.keys(changed) as (keyof R)[]).some((key) => row[key] !== changed[key])
