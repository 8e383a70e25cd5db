import {
  type CatalogName,
  catalogNames,
  type EventName,
  events,
  familyOf,
  noteIds,
} from '../../contract/event.ts'
import { type LegacyTopic, noteTopics, type NoteTopic } from '../../contract/webhook.ts'
import { type Acting, type ActingTx, isCustomer } from '../acting.ts'
import { lockForEvent, organizationName } from '../store/organizations.ts'
import { findPerson, fullName } from '../store/people.ts'
import { addRow, type PersonRow } from '../store/rows.ts'
import { listeningTo } from '../store/webhooks.ts'
import { startOf } from '../../contract/text.ts'
import { markedHtml } from '../marked-html.ts'

/** The topics about notes are only for legacy subscriptions. */
type EventOrNoteTopic = EventName | NoteTopic

export const catalog = catalogNames.map((code) => ({
  event_id: events[code].id,
  type_code: code,
  name: code.replaceAll('_', ' '),
  object_code: familyOf(code).toUpperCase(),
}))

const isNoteTopic = (name: EventOrNoteTopic): name is NoteTopic =>
  (noteTopics as readonly string[]).includes(name)

export const isSubscribable = (code: string): code is CatalogName => Object.hasOwn(events, code)

/** `update_task_state` fires for a completed task, and for one whose status a completed subtask changed. */
const topicsOf = (name: EventOrNoteTopic, bySubtask = false): readonly LegacyTopic[] => {
  if (isNoteTopic(name)) return [name]
  if (bySubtask && name === 'task_updated') return ['update_task_state']
  const row = events[name]
  return 'topics' in row ? row.topics : []
}

export const nameFacts = (person: PersonRow, vendor: string) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  full_name: fullName(person),
  email_address: person.email,
  vendor_name: vendor,
  is_customer: isCustomer(person),
})

/** In bytes of JSON. Receivers take at least this much; the bot takes four times as much. */
const mostBytes = 256 * 1_024

type Part = Record<string, unknown>

/** In a larger event, each list keeps this many rows, and each text this many characters. */
const mostRows = 10
const mostCharacters = 200

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that was cut says how many rows it has in all: `external_objects_total` beside `external_objects`. */
const cutEntry = ([key, value]: [string, unknown]): [string, unknown][] =>
  Array.isArray(value) && value.length > mostRows
    ? [
        [key, cut(value)],
        [`${key}_total`, value.length],
      ]
    : [[key, cut(value)]]

const cut = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length > mostCharacters ? `${startOf(value, mostCharacters - 1)}…` : value
  if (Array.isArray(value)) return value.slice(0, mostRows).map(cut)
  return isPart(value) ? Object.fromEntries(Object.entries(value).flatMap(cutEntry)) : value
}

/** Cut HTML is not valid HTML. The record has all of it. */
const withoutHtml = (payload: Part): Part =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      isPart(value) && 'message_rtf' in value ? { ...value, message_rtf: null } : value,
    ]),
  )

/**
 * The event as JSON of at most `mostBytes`. In a larger event, lists and long texts are cut: receivers can read the
 * whole records.
 */
export const fittedEvent = (event: Part & { readonly payload: object }): string => {
  const json = JSON.stringify(event)
  return Buffer.byteLength(json) <= mostBytes
    ? json
    : JSON.stringify({ ...event, payload: cut(withoutHtml({ ...event.payload })) })
}

const modifier = async (acting: Acting) => {
  const person = await findPerson(acting, acting.personUuid)
  if (!person) return null
  return { ...nameFacts(person, await organizationName(acting)), is_active: person.is_active === 1 }
}

/** The kind of the job that writes an event's deliveries. */
export const fanOutKind = 'fan-out'

export const enqueueDeliveries = async ({ deps, tx, org }: ActingTx, ids: readonly number[]) => {
  if (ids.length === 0) return
  const jobs = ids.map((delivery) => ({ kind: 'hook', lane: org, payload: { delivery } }))
  await deps.lanes.enqueue(tx, jobs)
}

/** HTML is made of the plain text when an event is sent: stored, the same words would be there twice. */
const withoutMadeHtml = (payload: object): Part =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => {
      if (!isPart(value) || !('message_rtf' in value)) return [key, value]
      const { message_rtf: _, ...stored } = value
      return [key, stored]
    }),
  )

/** A stored event as it is sent. Of a text that was cut, no HTML is made. */
export const eventToSend = (event: Part & { readonly payload: object }): string => {
  const payload = Object.entries(event.payload).map(([key, value]: [string, unknown]) => {
    const isMade = isPart(value) && typeof value['message_plain'] === 'string' && !('message_rtf' in value)
    return [key, isMade ? { ...value, message_rtf: markedHtml(String(value['message_plain'])) } : value]
  })
  return fittedEvent({ ...event, payload: Object.fromEntries(payload) as object })
}

/** About what a delivery and its job take. */
const bytesPerDelivery = 500

/**
 * Writes an event about the object of that name in the transaction of the change itself, so that events and changes
 * always match. An organization's events are written one transaction at a time, and its deliveries in one lane, so they
 * arrive in order. Without a subscription, nothing is written.
 */
export const announce = async (
  acting: ActingTx,
  name: EventOrNoteTopic,
  objectName: string,
  payload: object,
  bySubtask = false,
) => {
  const { now, lanes } = acting.deps
  const topics = topicsOf(name, bySubtask)
  const at = new Date(await lockForEvent(acting, now())).toISOString()
  const hooks = await listeningTo(acting, name, topics)
  if (hooks.length === 0) return
  const body = fittedEvent({
    event_id: isNoteTopic(name) ? noteIds[name] : events[name].id,
    event_name: name,
    // The interface has no code for notes, and a note is about its project.
    object_code: isNoteTopic(name) ? 'PROJECT' : familyOf(name).toUpperCase(),
    object_name: objectName,
    timestamp: at,
    modified: { modified_at: at, modified_by: await modifier(acting) },
    payload: withoutMadeHtml(payload),
  })
  const { id } = await addRow(acting, 'event', { name, body, created_at: now() })
  acting.stored.bytes += hooks.length * bytesPerDelivery
  // A later subscription has a higher id.
  const lastHook = Math.max(...hooks.map((hook) => hook.id))
  const job = { kind: fanOutKind, lane: acting.org, payload: { event: id, topics, lastHook } }
  await lanes.enqueue(acting.tx, [job])
}
