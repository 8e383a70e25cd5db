import { z } from 'zod'
import { bitIfAny, id, idIfAny, idOrInteger, longIfAny, shortIfAny, shortText } from './fields.ts'

/** A value of another type counts as true: as absent, it could show an internal task. 0 and an empty text are absent. */
const hiding = z
  .preprocess(
    (value) => (value === null || typeof value === 'boolean' ? value : value ? true : undefined),
    z.boolean().nullish(),
  )
  .optional()

/** The interface's "Task (fields read in recipes)", and fields that this service adds. */
export const taskSchema = z.looseObject({
  uuid: id.optional().catch(undefined),
  name: shortText,
  project: z.looseObject({ uuid: idIfAny, name: shortText }),
  internal_project_url: shortIfAny,
  portal_project_url: shortIfAny,
  subtasks_must_be_completed_in_order: bitIfAny,
  collect_feedback: bitIfAny,
  require_all_subtasks_answered: bitIfAny,
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
  detail: longIfAny,
  due_date: shortIfAny,
  assignee_name: shortIfAny,
  is_internal: hiding,
  is_archived: bitIfAny,
  module_uuid: idOrInteger.nullish().catch(undefined),
  module_name: shortIfAny,
})
export type Task = z.output<typeof taskSchema>

export const taskParamsSchema = z.object({ task_uuid: z.string() })

/** Whole words, so that "Incomplete" and "Abandoned" don't match. */
const doneWord = /(?<![a-z])(?:completed?|done)(?![a-z])/i
const notWord = /(?<![a-z])not(?![a-z])/i

/** Whether a status means that work is done. The interface names no statuses, so trackers use their own. */
export const saysCompleted = (word: string | null | undefined): boolean =>
  doneWord.test(word ?? '') && !notWord.test(word ?? '')

/** Like `saysCompleted`, but also true for an archived project. */
export const saysOver = (word: string | null | undefined): boolean =>
  saysCompleted(word) || /archive/i.test(word ?? '')
