import { type EventName, eventNames, familyOf, silentEvents } from '../../contract/event.ts'
import type { LegacyTopic } from '../../contract/webhook.ts'

/** `event_id` is the number of the event type, the same in every delivery. */
export const catalog = [...eventNames, ...silentEvents].map((code, at) => ({
  event_id: at + 1,
  type_code: code,
  name: code.replaceAll('_', ' '),
  object_code: code === 'task_help_requested' ? 'TASK' : familyOf(code).toUpperCase(),
}))

export const eventTypeId = (name: EventName): number => eventNames.indexOf(name) + 1

export const isSubscribable = (code: string): boolean => catalog.some((entry) => entry.type_code === code)

/**
 * `update_task_state` fires for a completed task, and for one whose status a completed subtask changed. The topics about
 * notes never fire: this service has no notes.
 */
export const topicsOf = (name: EventName, bySubtask = false): readonly LegacyTopic[] =>
  bySubtask && name === 'task_updated' ? ['update_task_state'] : (topics[name] ?? [])

const topics: Partial<Record<EventName, readonly LegacyTopic[]>> = {
  project_created: ['add_project'],
  project_updated: ['edit_project'],
  project_completed: ['project_completed'],
  subtask_completed: ['update_step'],
  subtask_created: ['add_task_step'],
  task_completed: ['update_task_state', 'project_task_completed'],
}
