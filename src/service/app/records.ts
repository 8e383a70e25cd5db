import { isoTime } from '../../contract/dates.ts'
import { taskFacts } from '../events/tasks.ts'
import { questionsOf, responseOf } from '../store/projects/answers.ts'
import type { ModuleRow, SubtaskRow, TaskRow } from '../store/rows.ts'

export const moduleRecord = (module: ModuleRow) => ({
  uuid: module.uuid,
  name: module.name,
  customer_portal_name: module.portal_name,
  is_archived: module.is_archived === 1,
})

export const taskRecord = (task: TaskRow) => ({
  ...taskFacts(task),
  project_uuid: task.project_uuid,
  module_uuid: task.module_uuid,
  role: task.role,
  assignee_uuid: task.assignee_uuid,
  completed_at: isoTime(task.completed_at),
  subtasks_must_be_completed_in_order: task.in_order === 1,
})

export const subtaskRecord = (subtask: SubtaskRow) => ({
  uuid: subtask.uuid,
  task_uuid: subtask.task_uuid,
  name: subtask.name,
  description: subtask.description,
  status: subtask.status,
  configuration: questionsOf(subtask),
  action_response: responseOf(subtask),
  answered_at: isoTime(subtask.answered_at),
})
