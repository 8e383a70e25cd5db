import { type CatalogName, catalogNames, type EventName, events, familyOf } from '../../contract/event.ts'
import { type LegacyTopic, noteTopics, type NoteTopic } from '../../contract/webhook.ts'
import { type Acting, type ActingTx, isCustomer } from '../acting.ts'
import { lockForEvent, organizationName } from '../store/organizations.ts'
import { findPerson, fullName } from '../store/people.ts'
import { addRow, type PersonRow } from '../store/rows.ts'
import { addDeliveries, listeningTo } from '../store/webhooks.ts'
import { startOf } from '../../contract/text.ts'

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

/** The interface has no event types for notes, so their topics have numbers of their own. */
const noteIds: Readonly<Record<NoteTopic, number>> = {
  add_project_note: 23,
  edit_project_note: 24,
  delete_project_note: 25,
}

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

export const enqueueDeliveries = async ({ deps, tx, org }: ActingTx, ids: readonly number[]) => {
  if (ids.length === 0) return
  const jobs = ids.map((delivery) => ({ kind: 'hook', lane: org, payload: { delivery } }))
  await deps.lanes.enqueue(tx, jobs)
}

/**
 * Writes an event about the object of that name, and one delivery per subscription, in the transaction of the change
 * itself, so that events and changes always match. An organization's events are written one transaction at a time and
 * delivered in one lane, so they arrive in order.
 */
export const announce = async (
  acting: ActingTx,
  name: EventOrNoteTopic,
  objectName: string,
  payload: object,
  bySubtask = false,
) => {
  const { now } = acting.deps
  const at = new Date(await lockForEvent(acting, now())).toISOString()
  const body = fittedEvent({
    event_id: isNoteTopic(name) ? noteIds[name] : events[name].id,
    event_name: name,
    // The interface has no code for notes, and a note is about its project.
    object_code: isNoteTopic(name) ? 'PROJECT' : familyOf(name).toUpperCase(),
    object_name: objectName,
    timestamp: at,
    modified: { modified_at: at, modified_by: await modifier(acting) },
    payload,
  })
  const created_at = now()
  const { id } = await addRow(acting, 'event', { name, body, created_at })
  const hooks = await listeningTo(acting, name, topicsOf(name, bySubtask))
  const uuids = hooks.map(({ uuid }) => uuid)
  await enqueueDeliveries(acting, await addDeliveries(acting, id, uuids, created_at))
}
