import { type EventName, eventNames, type Family, familyOf, families } from '../../../contract/event.ts'
import { eventRows, boxes, type BoxName } from '../../kit/event-rows.ts'
import { listed } from '../../kit/text/words.ts'
import type { Choice } from '../../kit/options.ts'

interface Box {
  value: string
  text: string
  events: readonly EventName[]
  /** The events that post something. The others only update existing messages. */
  posting: readonly EventName[]
}

const eventBoxes: readonly Box[] = (Object.keys(boxes) as BoxName[]).map((value) => {
  const events = eventNames.filter((name) => eventRows[name].box === value)
  return { value, text: boxes[value], events, posting: events.filter((name) => eventRows[name].posts) }
})

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
