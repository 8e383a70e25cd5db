import { type EventName, eventNames, families, type Family } from '../../../contract/event.ts'
import { listed } from '../../kit/words.ts'

const order: readonly Family[] = ['comment', 'task', 'subtask', 'project', 'module']

/** Used when a channel does not receive a whole family. */
const singleWords: Record<EventName, string> = {
  comment_new: 'new comments',
  comment_reply: 'replies to comments',
  comment_mention: 'mentions',
  comment_updated: 'edited comments',
  comment_deleted: 'deleted comments',
  task_created: 'new tasks',
  task_updated: 'changed tasks',
  task_completed: 'completed tasks',
  task_deleted: 'deleted tasks',
  subtask_created: 'new subtasks',
  subtask_updated: 'changed subtasks',
  subtask_completed: 'completed subtasks',
  subtask_deleted: 'deleted subtasks',
  project_created: 'new projects',
  project_updated: 'changed projects',
  project_completed: 'completed projects',
  project_archived: 'archived projects',
  project_invitation: 'invitations',
  module_created: 'new modules',
  module_updated: 'changed modules',
  module_deleted: 'deleted modules',
}
const single = (names: readonly string[]) => listed(names.map((name) => singleWords[name as EventName]))

const wordsOf = (family: Family, events: ReadonlySet<string>): string | undefined => {
  const all: readonly string[] = families[family]
  const missing = all.filter((name) => !events.has(name))
  if (missing.length === 0) return `${family}s`
  if (missing.length === all.length) return undefined
  const present = all.filter((name) => events.has(name))
  if (present.length <= missing.length) return single(present)
  return `${family}s without ${single(missing)}`
}

/** `comments, tasks and projects without invitations to projects` */
export const eventWords = (events: readonly string[]): string => {
  const set = new Set(events)
  const words = order.map((family) => wordsOf(family, set)).filter((text) => text !== undefined)
  if (words.length === 0) return 'no events'
  return eventNames.every((name) => set.has(name)) ? 'all events' : listed(words)
}
