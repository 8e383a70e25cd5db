import { z } from 'zod'
import {
  bitIfAny as bit,
  id,
  idIfAny,
  longIfAny as long,
  shortIfAny as text,
  shortText,
  dateIfAny,
} from './fields.ts'
import { commentSchema } from './comment.ts'
import { taskFacts } from './task.ts'
import { personFactsSchema } from './user.ts'

/*
 * An event needs its name and ids. Whatever else is missing, null or of another type counts as absent: most of it is
 * read from the tracker's records anyway. Fields that nobody reads pass as they are.
 */

/** Percentages, and times that tell answers apart. */
const textOrNumber = z.preprocess((raw) => (typeof raw === 'number' ? String(raw) : raw), text).optional()

/** An id or a display order. */
const loose = z.union([id, z.number()]).nullish().catch(undefined)
/** Messages leave out an empty name. */
const name = shortText.catch('')
const number = z.number().nullish().catch(undefined)

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

const named = rows(z.looseObject({ uuid: idIfAny, name: shortText, value: z.unknown().optional() }))
const anything = rows(z.unknown())

export const modifiedBySchema = personFactsSchema.extend({ is_active: bit })

/** The uuid is in `project_uuid` before 2026-07-31, and in `uuid` since then. The other name may be there as null. */
const projectFactsSchema = z.looseObject({
  uuid: idIfAny,
  project_uuid: idIfAny,
  name,
  description: long,
  status: text,
  owner_name: text,
  completed_date: dateIfAny,
  archived_date: dateIfAny,
  completed_by_name: text,
  archived_by: text,
  completion_progress: textOrNumber,
  portal_project_url: text,
  internal_project_url: text,
  value: number,
  account: z.looseObject({ name: text }).nullish().catch(undefined),
  data_fields: named,
})

const taskFactsSchema = z.looseObject({
  uuid: id,
  name,
  ...taskFacts,
  completed_date: dateIfAny,
  created_by_name: text,
  completed_by_name: text,
  display_order: loose,
  subtasks_answers: rows(z.looseObject({ key: loose, name: text, answer: z.unknown().optional() })),
  data_fields: named,
})

const subtaskFactsSchema = z.looseObject({
  uuid: id,
  name,
  description: long,
  parent_task_uuid: idIfAny,
  display_order: loose,
  configuration: anything,
  assignee_name: text,
  action_response: z.unknown().optional(),
  answered_by_user_name: text,
  answered_date: textOrNumber,
})

const moduleFactsSchema = z.looseObject({
  uuid: id,
  name,
  customer_portal_name: text,
  is_archived: bit,
  completion_progress: loose,
})

const invitedUserSchema = personFactsSchema.extend({ uuid: idIfAny, customer_name: text, user_role: text })

const inProject = { project_uuid: id, project_name: text }

export const payloads = {
  project: z.looseObject({ project: projectFactsSchema }),
  /** Also a project event, so since 2026-07-31 it may have `uuid` instead of `project_uuid`. */
  invitation: z.looseObject({
    uuid: idIfAny,
    project_uuid: idIfAny,
    project_name: text,
    invited_user: invitedUserSchema,
  }),
  task: z.looseObject({
    ...inProject,
    parent_module_name: text,
    next_task_to_complete: z.looseObject({}).nullish().catch(undefined),
    portal_project_url: text,
    internal_project_url: text,
    task: taskFactsSchema,
  }),
  subtask: z.looseObject({ ...inProject, parent_task_uuid: idIfAny, subtask: subtaskFactsSchema }),
  comment: z.looseObject({ comment: commentSchema }),
  module: z.looseObject({ ...inProject, module: moduleFactsSchema }),
} as const
