import { type EventName, families } from '../../../contract/event.ts'
import type { Choice } from '../../kit/options.ts'
import { eventWords } from './event-words.ts'

interface Box {
  value: string
  text: string
  events: readonly EventName[]
  /** The events that post something. The others only update existing messages. */
  posting: readonly EventName[]
}

const box = (
  value: string,
  text: string,
  events: readonly EventName[],
  posting: readonly EventName[] = events,
): Box => ({ value, text, events, posting })

/** Slack allows ten boxes. */
export const eventBoxes: readonly Box[] = [
  box('comments', 'Comments', families.comment, ['comment_new', 'comment_reply', 'comment_mention']),
  box('tasks', 'Completed tasks', families.task, ['task_completed']),
  box('subtasks', 'Completed and answered subtasks', families.subtask, [
    'subtask_completed',
    'subtask_updated',
  ]),
  box('modules', 'Completed modules', families.module, ['module_updated']),
  box('project_created', 'New projects', ['project_created']),
  box('project_updated', 'Status and owner changes', ['project_updated']),
  box('project_completed', 'Completed projects', ['project_completed']),
  box('project_archived', 'Archived projects', ['project_archived']),
  box('project_invitation', 'Invitations', ['project_invitation']),
]

const isChecked = ({ events }: Box, chosen: ReadonlySet<string>) => events.some((name) => chosen.has(name))

export const checkedBoxes = (chosen: readonly EventName[]): string[] => {
  const names = new Set<string>(chosen)
  return eventBoxes.filter((one) => isChecked(one, names)).map(({ value }) => value)
}

/** If only some of a box's events were chosen, its text names them. */
export const boxChoices = (chosen: readonly EventName[]): Choice[] => {
  const names = new Set<string>(chosen)
  return eventBoxes.map(({ value, text, events, posting }) => {
    const present = events.filter((name) => names.has(name))
    const isPart = present.length > 0 && posting.some((name) => !names.has(name))
    return { value, text, description: isPart ? `Only ${eventWords(present)}` : undefined }
  })
}

/** The events after a change. An unchanged box keeps the events it had. */
export const eventsOfBoxes = (before: readonly EventName[], checked: readonly string[]): EventName[] => {
  const names = new Set<string>(before)
  return eventBoxes.flatMap((one) => {
    if (!checked.includes(one.value)) return []
    return isChecked(one, names) ? one.events.filter((name) => names.has(name)) : one.events
  })
}
