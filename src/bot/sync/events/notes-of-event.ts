import { familyOf, type TrackerEvent } from '../../../contract/event.ts'
import type { Note } from '../../store/known/notes.ts'
import { isDone } from '../../tracker/is-completed.ts'
import { type SaidByEvent, taskNotes } from '../../tracker/task-in-view.ts'
import type { Decision } from '../posts/plan/decision.ts'

/** What a verified task event says that the tracker's answer does not have. */
const saidOfTask = (event: TrackerEvent): SaidByEvent => {
  if (!('task' in event.payload) || familyOf(event.name) !== 'task') return {}
  const { task } = (event as Extract<TrackerEvent, { name: 'task_updated' }>).payload
  const heard = { dueDate: task.due_date ?? undefined, assigneeName: task.assignee_name ?? undefined }
  const doneNow = event.name === 'task_completed'
  return { heard, doneNow, completed: doneNow ? true : isDone(task.status || undefined) }
}

const nextTaskNotes = (event: TrackerEvent, projectUuid: string | null): Note[] => {
  if (event.name !== 'task_completed' || projectUuid === null) return []
  const uuid = event.payload.next_task_to_complete?.['uuid']
  return [{ of: 'next-task', projectUuid, uuid: typeof uuid === 'string' ? uuid : null }]
}

/** What to store after an event: the handler's facts and, if it was verified, the event's own. */
export const notesOfEvent = (event: TrackerEvent, decision: Decision, projectUuid: string | null): Note[] => {
  const { task, notes = [], state } = decision
  const confirmed = state === 'handled'
  return [
    ...(task ? taskNotes(task, confirmed ? saidOfTask(event) : {}) : []),
    ...notes,
    ...(confirmed ? nextTaskNotes(event, projectUuid) : []),
  ]
}
