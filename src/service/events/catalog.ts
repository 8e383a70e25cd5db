import { type EventName, eventNames, familyOf, silentEvents } from '../../contract/event.ts'
import { type LegacyTopic, noteTopics, type NoteTopic } from '../../contract/webhook.ts'

/** What happens to a note is announced under its topic, which only legacy subscriptions can hear. */
export type Announced = EventName | NoteTopic

/** `event_id` is the number of the event type, the same in every delivery. */
export const catalog = [...eventNames, ...silentEvents].map((code, at) => ({
  event_id: at + 1,
  type_code: code,
  name: code.replaceAll('_', ' '),
  object_code: code === 'task_help_requested' ? 'TASK' : familyOf(code).toUpperCase(),
}))

const isNoteTopic = (name: Announced): name is NoteTopic => (noteTopics as readonly string[]).includes(name)

/** The numbers of the topics about notes follow those of the catalog. */
const numbered: readonly string[] = [...catalog.map(({ type_code: code }) => code), ...noteTopics]

export const eventTypeId = (name: Announced): number => numbered.indexOf(name) + 1

/** A note is about its project, because the interface has no code for notes. */
export const objectCodeOf = (name: Announced): string =>
  isNoteTopic(name) ? 'PROJECT' : familyOf(name).toUpperCase()

export const isSubscribable = (code: string): boolean => catalog.some((entry) => entry.type_code === code)

/** `update_task_state` fires for a completed task, and for one whose status a completed subtask changed. */
export const topicsOf = (name: Announced, bySubtask = false): readonly LegacyTopic[] => {
  if (isNoteTopic(name)) return [name]
  return bySubtask && name === 'task_updated' ? ['update_task_state'] : (topics[name] ?? [])
}

const topics: Partial<Record<EventName, readonly LegacyTopic[]>> = {
  project_created: ['add_project'],
  project_updated: ['edit_project'],
  project_completed: ['project_completed'],
  subtask_completed: ['update_step'],
  subtask_created: ['add_task_step'],
  task_completed: ['update_task_state', 'project_task_completed'],
}
