import { type Acting, type ActingTx, inTransaction, notFound, invalid } from '../acting.ts'
import { type Missing, partNames, visiblePart, visibleProject } from '../visible.ts'
import { lockProject, type ProjectRecord } from '../store/projects.ts'
import { type Part, projectOfPart } from '../store/work.ts'
import type { New, PersonRow, Row, TaskRow, ModuleRow, SubtaskRow } from '../store/rows.ts'
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
  missing: Missing = () => notFound('Project'),
): Promise<R> =>
  inTransaction(acting, async (acting) => {
    if (!(await lockProject(acting, projectUuid))) throw missing()
    return work({ ...acting, ...(await visibleProject(acting, projectUuid, missing)) })
  })

/** Reads the part once to find its project, and again under the project's lock. */
export const changePart = async <T extends Part, R>(
  acting: Acting,
  part: T,
  uuid: string,
  work: (change: Change, row: Row<T>) => Promise<R>,
  missing: Missing = () => notFound(partNames[part]),
): Promise<R> => {
  const project = await projectOfPart(acting, part, uuid)
  if (project === undefined) throw missing()
  const run = async (change: Change) =>
    work(change, await visiblePart(change, change.person, part, uuid, missing))
  return changeProject(acting, project, run, missing)
}

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
