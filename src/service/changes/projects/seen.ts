import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { CommentRow, ModuleRow, SubtaskRow, TaskRow } from '../../store/rows.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid } from '../../refusals.ts'

/** What a form was made from: it changes with whatever the form would write. */
const seenOf = (...facts: unknown[]) => hashOf(JSON.stringify(facts)).slice(0, 16)

export const projectSeen = (one: ProjectRecord): string =>
  seenOf(one.name, one.description, one.due_date, one.owner_uuid)
export const moduleSeen = (one: ModuleRow): string => seenOf(one.name, one.portal_name)
export const taskSeen = (one: TaskRow): string =>
  seenOf(one.name, one.detail, one.is_internal, one.due_date, one.assignee_uuid)
export const subtaskSeen = (one: SubtaskRow): string => seenOf(one.name, one.description)
export const commentSeen = (one: Pick<CommentRow, 'message_plain'>): string => seenOf(one.message_plain)

/** A form says what it was made from; programs need not, and their last word counts. */
export const onlyAsSeen = (seen: string | undefined, now: string): void => {
  if (seen !== undefined && seen !== now)
    throw invalid('seen', 'Somebody changed this meanwhile. This is how it is now.')
}
