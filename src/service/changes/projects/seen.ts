import { hashOf } from '../../../contract/text.ts'
import { invalid } from '../../refusals.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { ModuleRow, SubtaskRow, TaskRow } from '../../store/rows.ts'

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
export const writtenSeen = (one: { message_plain: string }): string => seenOf(one.message_plain)

export const onlyAsSeen = ({ seen }: { seen?: string | undefined }, now: string): void => {
  if (seen !== undefined && seen !== now)
    throw invalid('seen', 'Somebody else changed this. This page shows the latest version.')
}

export const differs = <R extends object>(row: R, changed: Partial<R>): boolean =>
  (Object.keys(changed) as (keyof R)[]).some((key) => row[key] !== changed[key])
