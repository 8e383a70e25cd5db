import { z } from 'zod'
import { bitIfAny as bit, id, idIfAny, shortIfAny as text, shortText, dateIfAny } from './fields.ts'
import { commentSchema } from './comment.ts'
import { limits } from './limits.ts'
import { taskFacts } from './task.ts'
import { startOf } from './text.ts'

/*
 * An event needs its name and ids. Whatever else is missing, null or of another type counts as absent: most of it is
 * read from the tracker's records anyway. Fields that nobody reads are left out, so that they are not stored.
 */

/** Percentages, and times that tell answers apart. */
const textOrNumber = z.preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), text).optional()

/** An id or a display order. */
const loose = z.union([id, z.number()]).nullish().catch(undefined)
/** Messages leave out an empty name. */
const name = shortText.catch('')

const mostRows = 1_000

const rows = <S extends z.ZodType>(row: S) =>
  z
    .unknown()
    .transform((value): z.output<S>[] | undefined =>
      Array.isArray(value)
        ? value.slice(0, mostRows).flatMap((one) => {
            const read = row.safeParse(one)
            return read.success ? [read.data] : []
          })
        : undefined,
    )
    .optional()

/** A value of any form, or the start of its text if it is longer. */
const boundedValue = z
  .unknown()
  .transform((value): unknown => {
    const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    return written.length > limits.longText ? startOf(written, limits.longText) : value
  })
  .optional()

export const modifiedBySchema = z.object({ full_name: text, is_customer: bit })

/** The uuid is in `project_uuid` before 2026-07-31, and in `uuid` since then. The other name may be there as null. */
const projectFactsSchema = z.object({
  uuid: idIfAny,
  project_uuid: idIfAny,
  name,
  status: text,
  owner_name: text,
  completed_date: dateIfAny,
  archived_date: dateIfAny,
  completed_by_name: text,
  archived_by: text,
  portal_project_url: text,
  internal_project_url: text,
  data_fields: rows(z.object({ uuid: idIfAny, name: shortText, value: boundedValue })),
})

const taskFactsSchema = z.object({
  uuid: id,
  name,
  status: taskFacts.status,
  due_date: taskFacts.due_date,
  completed_date: dateIfAny,
  assignee_name: text,
  completed_by_name: text,
  is_internal: taskFacts.is_internal,
  module_name: text,
  subtasks_answers: rows(z.object({ name: text, answer: boundedValue })),
})

const subtaskFactsSchema = z.object({
  uuid: id,
  name,
  parent_task_uuid: idIfAny,
  configuration: rows(z.object({ key: loose, name: text })),
  action_response: boundedValue,
  answered_by_user_name: text,
  answered_date: textOrNumber,
})

const moduleFactsSchema = z.object({
  uuid: id,
  name,
  is_archived: bit,
  completion_progress: loose,
})

const { uuid, created_by_name, parent_object_uuid, message_plain } = commentSchema.shape

/** What finds the comment in the tracker. Its words and its author are read there. */
const commentFactsSchema = z.object({ uuid, created_by_name, parent_object_uuid })

const invitedUserSchema = z.object({
  uuid: idIfAny,
  email_address: text,
  full_name: text,
  first_name: text,
  last_name: text,
  user_role: text,
  is_customer: bit,
})

const inProject = { project_uuid: id, project_name: text }

export const payloads = {
  project: z.object({ project: projectFactsSchema }),
  /** Also a project event, so since 2026-07-31 it may have `uuid` instead of `project_uuid`. */
  invitation: z.object({
    uuid: idIfAny,
    project_uuid: idIfAny,
    project_name: text,
    invited_user: invitedUserSchema,
  }),
  task: z.object({
    ...inProject,
    parent_module_name: text,
    next_task_to_complete: z.object({ uuid: idIfAny, name: text }).nullish().catch(undefined),
    task: taskFactsSchema,
  }),
  subtask: z.object({ ...inProject, parent_task_uuid: idIfAny, subtask: subtaskFactsSchema }),
  comment: z.object({ comment: commentFactsSchema }),
  /** The new words tell whether the tracker's record is behind. */
  editedComment: z.object({ comment: commentFactsSchema.extend({ message_plain }) }),
  module: z.object({ ...inProject, module: moduleFactsSchema }),
} as const
