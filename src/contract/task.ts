import { z } from 'zod'
import {
  bitIfAny,
  id,
  idIfAny,
  idOrInteger,
  limit,
  longIfAny,
  nameIfAny,
  noName,
  offset,
  paginationSchema,
  shortIfAny,
  shortText,
  dateIfAny,
} from './fields.ts'

/** A value of another type counts as true: as absent, it could show an internal task. 0 and an empty text are absent. */
const hiding = z
  .preprocess(
    (value) => (value === null || typeof value === 'boolean' ? value : value ? true : undefined),
    z.boolean().nullish(),
  )
  .optional()

/** In events and records alike. Some trackers give the status with its id. */
export const taskFacts = {
  detail: longIfAny,
  status: z
    .union([
      shortText,
      z
        .looseObject({ name: shortText })
        .transform(({ name }) => name)
        .pipe(z.string()),
    ])
    .nullish()
    .catch(undefined),
  due_date: dateIfAny,
  assignee_name: shortIfAny,
  is_internal: hiding,
  is_archived: bitIfAny,
  module_name: shortIfAny,
}

/**
 * The interface's "Task (fields read in recipes)", and fields that this service adds. A task needs its name or its
 * project, or any object would be one.
 */
export const taskSchema = z
  .looseObject({})
  .refine((task) => task['name'] || task['project'], { path: ['name'] })
  .pipe(
    z.looseObject({
      uuid: id.optional().catch(undefined),
      name: nameIfAny,
      project: z.looseObject({ uuid: idIfAny, name: nameIfAny }).catch({ name: noName }),
      internal_project_url: shortIfAny,
      portal_project_url: shortIfAny,
      subtasks_must_be_completed_in_order: bitIfAny,
      collect_feedback: bitIfAny,
      require_all_subtasks_answered: bitIfAny,
      ...taskFacts,
      module_uuid: idOrInteger.nullish().catch(undefined),
    }),
  )
export type Task = z.output<typeof taskSchema>

export const taskParamsSchema = z.object({ task_uuid: z.string() })

/** The newest comment of a listed task. */
const lastCommentSchema = z.looseObject({
  uuid: id,
  created_by_uuid: id.catch(''),
  created_by_name: shortIfAny,
  is_customer: bitIfAny,
  created_at: shortIfAny,
})

const { status, due_date, assignee_name, is_internal, module_name } = taskFacts
/** A task in a project's list: our extension. `last_comment` is null for a task without comments. */
const listedTaskSchema = z.looseObject({
  uuid: id,
  name: nameIfAny,
  status,
  is_internal,
  due_date,
  module_name,
  assignee_name,
  module_uuid: idIfAny,
  assignee_uuid: idIfAny,
  last_comment: lastCommentSchema.nullish().catch(undefined),
})
export type ListedTask = z.output<typeof listedTaskSchema>

export const pageQuerySchema = z.strictObject({ limit, offset })
export const tasksReplySchema = z.looseObject({
  tasks: z.array(listedTaskSchema),
  pagination: paginationSchema,
})

/** Whole words, so that "Incomplete" and "Abandoned" don't match. */
const doneWord = /(?<![a-z])(?:completed?|done)(?![a-z])/i
const notWord = /(?<![a-z])not(?![a-z])/i

/** Whether a status means that work is done. The interface names no statuses, so trackers use their own. */
export const saysCompleted = (word: string | null | undefined): boolean =>
  doneWord.test(word ?? '') && !notWord.test(word ?? '')

/** Like `saysCompleted`, but also true for an archived project. */
export const saysOver = (word: string | null | undefined): boolean =>
  saysCompleted(word) || /archive/i.test(word ?? '')
