import { type CatalogName, catalogNames, type EventName, events, familyOf } from '../../contract/event.ts'
import { type LegacyTopic, noteTopics, type NoteTopic } from '../../contract/webhook.ts'

/** What happens to a note is announced under its topic, which only legacy subscriptions can hear. */
export type Announced = EventName | NoteTopic

export const catalog = catalogNames.map((code) => ({
  event_id: events[code].id,
  type_code: code,
  name: code.replaceAll('_', ' '),
  object_code: familyOf(code).toUpperCase(),
}))

const isNoteTopic = (name: Announced): name is NoteTopic => (noteTopics as readonly string[]).includes(name)

/** The topics about notes are no event types of the interface, so they have numbers of their own. */
const noteIds: Readonly<Record<NoteTopic, number>> = {
  add_project_note: 23,
  edit_project_note: 24,
  delete_project_note: 25,
}

export const eventTypeId = (name: Announced): number => (isNoteTopic(name) ? noteIds[name] : events[name].id)

/** A note is about its project, because the interface has no code for notes. */
export const objectCodeOf = (name: Announced): string =>
  isNoteTopic(name) ? 'PROJECT' : familyOf(name).toUpperCase()

export const isSubscribable = (code: string): code is CatalogName => Object.hasOwn(events, code)

/** `update_task_state` fires for a completed task, and for one whose status a completed subtask changed. */
export const topicsOf = (name: Announced, bySubtask = false): readonly LegacyTopic[] => {
  if (isNoteTopic(name)) return [name]
  if (bySubtask && name === 'task_updated') return ['update_task_state']
  const row = events[name]
  return 'topics' in row ? row.topics : []
}
