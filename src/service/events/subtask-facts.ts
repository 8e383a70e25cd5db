import type { Tx } from '../store/database.ts'
import { namesOf } from '../store/people/people.ts'
import type { SubtaskRow, TaskRow } from '../store/rows.ts'
import { questionsOf, responseOf } from '../store/projects/answers.ts'
import type { Deps } from '../deps.ts'
import { iso, projectNow } from './project-facts.ts'

/** The payload of subtask events. */
export const subtaskPayload = async (deps: Deps, tx: Tx, task: TaskRow, subtask: SubtaskRow) => {
  const project = await projectNow(deps, tx, task.org, task.project_uuid)
  const nameOf = await namesOf(tx.sql, task.org, [subtask.assignee_uuid, subtask.answered_by])
  return {
    project_uuid: project.uuid,
    project_name: project.name,
    parent_task_uuid: task.uuid,
    parent_task_name: task.name,
    subtask: {
      uuid: subtask.uuid,
      name: subtask.name,
      description: subtask.description,
      parent_task_uuid: task.uuid,
      parent_subtask_uuid: subtask.parent_subtask_uuid,
      status_name: subtask.status,
      display_order: subtask.position,
      configuration: questionsOf(subtask),
      assignee_name: nameOf(subtask.assignee_uuid),
      action_response: responseOf(subtask),
      answered_by_user_name: nameOf(subtask.answered_by),
      answered_date: iso(subtask.answered_at),
    },
  }
}
