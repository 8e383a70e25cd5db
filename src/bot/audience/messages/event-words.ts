import { type EventName, eventNames, type Family, familyOf, families } from '../../../contract/event.ts'
import { eventRows } from '../../kit/event-rows.ts'
import { listed } from '../../kit/text/words.ts'

const order = [...new Set((Object.keys(eventRows) as EventName[]).map(familyOf))]
const single = (names: readonly string[]) => listed(names.map((name) => eventRows[name as EventName].words))

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
