import { isoTime } from '../../contract/dates.ts'
import { subtaskFacts } from '../events/subtasks.ts'
import { taskFacts } from '../events/tasks.ts'
import type { SubtaskRow, TaskRow } from '../store/rows.ts'

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
  ...subtaskFacts(subtask),
  task_uuid: subtask.task_uuid,
  status: subtask.status,
  answered_at: isoTime(subtask.answered_at),
})
