import { z } from 'zod'

/** The interface's "Task (fields read in recipes)", and fields that this service adds. */
export const task = z.looseObject({
  uuid: z.string().optional(),
  name: z.string(),
  project: z.looseObject({ uuid: z.string().nullish(), name: z.string() }),
  internal_project_url: z.string().nullish(),
  portal_project_url: z.string().nullish(),
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
    .nullish(),
  detail: z.string().nullish(),
  due_date: z.string().nullish(),
  assignee_name: z.string().nullish(),
  is_internal: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  module_uuid: z.string().nullish(),
  module_name: z.string().nullish(),
})
export type Task = z.output<typeof task>

export const taskParams = z.object({ task_uuid: z.string() })
