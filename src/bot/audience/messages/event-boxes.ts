import { type EventName, eventNames } from '../../../contract/event.ts'
import { boxes, type BoxName, eventRows } from '../../kit/event-rows.ts'
import type { Choice } from '../../kit/options.ts'
import { eventWords } from './event-words.ts'

interface Box {
  value: string
  text: string
  events: readonly EventName[]
  /** The events that post something. The others only update existing messages. */
  posting: readonly EventName[]
}

export const eventBoxes: readonly Box[] = (Object.keys(boxes) as BoxName[]).map((value) => {
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
