import { z } from 'zod'
import { comment } from './comment.ts'
import { id } from './id.ts'
import { personFacts } from './user.ts'

const text = z.string().nullish()
const bit = z.boolean().nullish()
/** The interface's "string or integer", for ids of modules and display orders. */
const loose = z.union([id, z.number()]).nullish()
const named = z
  .array(z.looseObject({ uuid: id.nullish(), name: z.string(), value: z.unknown().optional() }))
  .nullish()

export const modifiedBy = personFacts.extend({ is_active: bit })

/** The uuid is in `project_uuid` before 2026-07-31, and in `uuid` since then. The other name may be there as null. */
const projectFacts = z.looseObject({
  uuid: id.nullish(),
  project_uuid: id.nullish(),
  name: z.string(),
  description: text,
  status: text,
  owner_name: text,
  created_date: text,
  completed_date: text,
  archived_date: text,
  completed_by_name: text,
  archived_by: text,
  completion_progress: text,
  customer_completion_progress: text,
  project_duration: text,
  portal_project_url: text,
  internal_project_url: text,
  value: z.number().nullish(),
  account: z.looseObject({ name: text }).nullish(),
  data_fields: named,
  tags: z.array(z.unknown()).nullish(),
  external_objects: z.array(z.unknown()).nullish(),
})

const taskFacts = z.looseObject({
  uuid: id,
  name: z.string(),
  detail: text,
  status: text,
  due_date: text,
  created_date: text,
  scheduled_start_date: text,
  started_date: text,
  completed_date: text,
  assignee_name: text,
  created_by_name: text,
  modified_by_name: text,
  completed_by_name: text,
  is_internal: bit,
  is_archived: bit,
  /** The opposite of the REST field `subtasks_must_be_completed_in_order`. */
  is_non_sequential: bit,
  is_description_shown: bit,
  collect_feedback: bit,
  require_all_subtasks_answered: bit,
  module_uuid: loose,
  module_name: text,
  display_order: loose,
  subtasks_answers: z
    .array(z.looseObject({ key: loose, name: text, answer: z.unknown().optional() }))
    .nullish(),
  data_fields: named,
  tags: z.array(z.unknown()).nullish(),
})

const subtaskFacts = z.looseObject({
  uuid: id,
  name: z.string(),
  description: text,
  parent_task_uuid: id.nullish(),
  parent_subtask_uuid: id.nullish(),
  status_name: text,
  display_order: loose,
  configuration: z.array(z.unknown()).nullish(),
  assignee_name: text,
  action_response: z.unknown().optional(),
  answered_by_user_name: text,
  answered_date: text,
})

const moduleFacts = z.looseObject({
  uuid: id,
  name: z.string(),
  customer_portal_name: text,
  is_archived: bit,
  created_date: text,
  created_by_user_name: text,
  modified_by_user_name: text,
  modified_date: text,
  completion_progress: loose,
})

const invitedUser = personFacts.extend({ uuid: id.nullish(), customer_name: text, user_role: text })

const inProject = { project_uuid: id, project_name: text }

export const payloads = {
  project: z.looseObject({ project: projectFacts }),
  /** Also a project event, so since 2026-07-31 it may have `uuid` instead of `project_uuid`. */
  invitation: z.looseObject({
    uuid: id.nullish(),
    project_uuid: id.nullish(),
    project_name: text,
    invited_user: invitedUser,
  }),
  task: z.looseObject({
    ...inProject,
    parent_module_uuid: loose,
    parent_module_name: text,
    project_completed_percentage: text,
    next_task_to_complete: z.looseObject({}).nullish(),
    portal_project_url: text,
    internal_project_url: text,
    task: taskFacts,
  }),
  subtask: z.looseObject({
    ...inProject,
    parent_task_uuid: id.nullish(),
    parent_task_name: text,
    subtask: subtaskFacts,
  }),
  comment: z.looseObject({ comment }),
  module: z.looseObject({ ...inProject, module: moduleFacts }),
} as const
