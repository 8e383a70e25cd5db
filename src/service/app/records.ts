import type { ModuleRow, SubtaskRow, TaskRow } from '../store/rows.ts'
import { questionsOf, responseOf } from '../store/projects/answers.ts'

const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export const moduleRecord = (module: ModuleRow) => ({
  uuid: module.uuid,
  name: module.name,
  customer_portal_name: module.portal_name,
  is_archived: module.is_archived === 1,
})

export const taskRecord = (task: TaskRow) => ({
  uuid: task.uuid,
  project_uuid: task.project_uuid,
  module_uuid: task.module_uuid,
  name: task.name,
  detail: task.detail,
  status: task.status,
  is_internal: task.is_internal === 1,
  is_archived: task.is_archived === 1,
  role: task.role,
  assignee_uuid: task.assignee_uuid,
  due_date: task.due_date,
  completed_at: at(task.completed_at),
  subtasks_must_be_completed_in_order: task.in_order === 1,
  require_all_subtasks_answered: task.require_all_answered === 1,
  collect_feedback: task.collect_feedback === 1,
})

export const subtaskRecord = (subtask: SubtaskRow) => ({
  uuid: subtask.uuid,
  task_uuid: subtask.task_uuid,
  name: subtask.name,
  description: subtask.description,
  status: subtask.status,
  configuration: questionsOf(subtask),
  action_response: responseOf(subtask),
  answered_at: at(subtask.answered_at),
})
