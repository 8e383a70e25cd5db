import { type EventName, families, type Family } from '../../contract/event.ts'
import { listed } from './words.ts'

const familyWords: Record<Family, string> = {
  comment: 'comments',
  task: 'tasks',
  subtask: 'subtasks',
  project: 'projects',
  module: 'modules',
}
const order = Object.keys(familyWords) as Family[]

const wordsOf = (family: Family, events: ReadonlySet<string>): string | undefined => {
  const all: readonly string[] = families[family]
  const missing = all.filter((name) => !events.has(name))
  if (missing.length === 0) return familyWords[family]
  if (missing.length === all.length) return undefined
  const present = all.filter((name) => events.has(name))
  if (present.length <= missing.length) return listed(present)
  return `${familyWords[family]} without ${listed(missing)}`
}

/** A set of events in the words of `/onboard subscribe`: `comments, tasks and projects without project_invitation`. */
export const eventWords = (events: readonly EventName[]): string => {
  const set = new Set<string>(events)
  const words = order.map((family) => wordsOf(family, set)).filter((text) => text !== undefined)
  if (words.length === 0) return 'no events'
  return words.length === order.length && words.every((text, i) => text === familyWords[order[i] ?? 'task'])
    ? 'all events'
    : listed(words)
}
