import { isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import type { ActingTx } from '../deps.ts'
import { namesOf } from '../store/people/people.ts'
import { questionsOf, responseOf } from '../store/projects/answers.ts'
import type { SubtaskRow, TaskRow } from '../store/rows.ts'
import { announce } from './announce.ts'
import { inProject, projectNow } from './projects.ts'

export const subtaskFacts = (subtask: SubtaskRow) => ({
  uuid: subtask.uuid,
  name: subtask.name,
  description: subtask.description,
  configuration: questionsOf(subtask),
  action_response: responseOf(subtask),
})

const subtaskPayload = async (acting: ActingTx, task: TaskRow, subtask: SubtaskRow) => {
  const nameOf = await namesOf(acting, [subtask.assignee_uuid, subtask.answered_by])
  return {
    ...inProject(await projectNow(acting, task.project_uuid)),
    parent_task_uuid: task.uuid,
    parent_task_name: task.name,
    subtask: {
      ...subtaskFacts(subtask),
      parent_task_uuid: task.uuid,
      parent_subtask_uuid: null,
      status_name: subtask.status,
      display_order: subtask.position,
      assignee_name: nameOf(subtask.assignee_uuid),
      answered_by_user_name: nameOf(subtask.answered_by),
      answered_date: isoTime(subtask.answered_at),
    },
  }
}

export const announceSubtask = async (
  acting: ActingTx,
  name: EventName,
  task: TaskRow,
  subtask: SubtaskRow,
) => announce(acting, name, subtask.name, await subtaskPayload(acting, task, subtask))
