import { familyOf, type TrackerEvent } from '../../../contract/event.ts'
import type { Note } from '../../store/tracker/notes.ts'
import { isDone } from '../tracker/is-completed.ts'
import { type SaidByEvent, taskNotes } from '../tracker/task-in-view.ts'
import type { Decision } from './decision.ts'

/** What a verified task event says that the tracker's answer does not have. */
const saidOfTask = (event: TrackerEvent): SaidByEvent => {
  if (!('task' in event.payload) || familyOf(event.name) !== 'task') return {}
  const { task } = (event as Extract<TrackerEvent, { name: 'task_updated' }>).payload
  const heard = { dueDate: task.due_date ?? undefined, assigneeName: task.assignee_name ?? undefined }
  const doneNow = event.name === 'task_completed'
  return { heard, doneNow, completed: doneNow ? true : isDone(task.status || undefined) }
}

/** Events that follow another change and are not activity of their own. */
const follows: ReadonlySet<string> = new Set(['module_updated', 'project_updated'])

/** Internal work is not shown as last activity, because customers may read the card. */
const isHidden = ({ name }: TrackerEvent, { task, internal = task?.internal }: Decision): boolean =>
  follows.has(name) || (/^(task|subtask|comment)_/.test(name) && internal !== false)

const nextOf = (event: TrackerEvent): string | null | undefined => {
  if (event.name !== 'task_completed') return undefined
  const uuid = event.payload.next_task_to_complete?.['uuid']
  return typeof uuid === 'string' ? uuid : null
}

const projectNote = (event: TrackerEvent, decision: Decision, uuid: string, now: number): Note => {
  const at = Date.parse(event.timestamp)
  const by = event.modifiedBy?.full_name || undefined
  const said = { event: event.name, by, at: Number.isNaN(at) ? now : at }
  const last = isHidden(event, decision) ? undefined : said
  return { of: 'project', uuid, nextTaskUuid: nextOf(event), last }
}

/** What to store after an event: the handler's facts and, if it was verified, the event's own. */
export const notesOfEvent = (
  event: TrackerEvent,
  decision: Decision,
  projectUuid: string | null,
  now: number,
): Note[] => {
  const { task, notes = [], state } = decision
  const confirmed = state === 'handled'
  return [
    ...(task ? taskNotes(task, confirmed ? saidOfTask(event) : {}) : []),
    ...notes,
    ...(confirmed && projectUuid !== null ? [projectNote(event, decision, projectUuid, now)] : []),
  ]
}
