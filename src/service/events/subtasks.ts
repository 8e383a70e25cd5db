import { isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import type { Doing } from '../deps.ts'
import { namesOf } from '../store/people/people.ts'
import { questionsOf, responseOf } from '../store/projects/answers.ts'
import type { SubtaskRow, TaskRow } from '../store/rows.ts'
import { announce } from './announce.ts'
import { inProject, projectNow } from './projects.ts'

const subtaskPayload = async (doing: Doing, task: TaskRow, subtask: SubtaskRow) => {
  const nameOf = await namesOf(doing, [subtask.assignee_uuid, subtask.answered_by])
  return {
    ...inProject(await projectNow(doing, task.project_uuid)),
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
      answered_date: isoTime(subtask.answered_at),
    },
  }
}

export const announceSubtask = async (doing: Doing, name: EventName, task: TaskRow, subtask: SubtaskRow) =>
  announce(doing, name, subtask, await subtaskPayload(doing, task, subtask))
