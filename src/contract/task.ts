import { z } from 'zod'
import { idOrInteger } from './id.ts'

/** The interface does not show these. Of another type they count as absent, so that the task stays readable. */
const text = z.string().nullish().catch(undefined)

/**
 * Not shown either, but here absence could open something: what is neither true nor false hides the task, and 0 or ''
 * says nothing.
 */
const hiding = z
  .preprocess(
    (said) => (said === null || typeof said === 'boolean' ? said : said ? true : undefined),
    z.boolean().nullish(),
  )
  .optional()

/** The interface's "Task (fields read in recipes)", and fields that this service adds. */
export const task = z.looseObject({
  uuid: z.string().optional().catch(undefined),
  name: z.string(),
  project: z.looseObject({ uuid: text, name: z.string() }),
  internal_project_url: z.string().nullish(),
  portal_project_url: text,
  subtasks_must_be_completed_in_order: z.boolean().nullish(),
  collect_feedback: z.boolean().nullish(),
  require_all_subtasks_answered: z.boolean().nullish(),
  status: z
    .union([
      z.string(),
      z
        .looseObject({ name: z.string() })
        .transform(({ name }) => name)
        .pipe(z.string()),
    ])
    .nullish()
    .catch(undefined),
  detail: text,
  due_date: text,
  assignee_name: text,
  is_internal: hiding,
  is_archived: z.boolean().nullish().catch(undefined),
  module_uuid: idOrInteger.nullish().catch(undefined),
  module_name: text,
})
export type Task = z.output<typeof task>

export const taskParams = z.object({ task_uuid: z.string() })
