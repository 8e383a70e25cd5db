import type { ActorTx } from '../deps.ts'
import { lockForEvent, organizationName } from '../store/people/organizations.ts'
import { findPerson, fullName } from '../store/people/people.ts'
import { addRow, type PersonRow, type Scope } from '../store/rows.ts'
import { addDeliveries } from '../store/webhooks/deliveries.ts'
import { listeningTo } from '../store/webhooks/webhooks.ts'
import { type Announced, eventTypeId, objectCodeOf, topicsOf } from './catalog.ts'
import { startOf } from '../../contract/text/start-of.ts'
import { isCustomer } from '../access.ts'

export const nameFacts = (person: PersonRow, vendor: string) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  full_name: fullName(person),
  email_address: person.email,
  vendor_name: vendor,
  is_customer: isCustomer(person),
})

export const personFacts = async (scope: Scope, person: PersonRow) => ({
  ...nameFacts(person, await organizationName(scope)),
  is_active: person.is_active === 1,
})

/** In bytes of JSON. Receivers take at least this much; the bot takes four times as much. */
const mostBytes = 256 * 1_024

type Part = Record<string, unknown>

/** How many rows each list keeps, and how many characters each text, until the event is small enough. */
const steps = [
  { rows: 200, characters: 40_000 },
  { rows: 100, characters: 10_000 },
  { rows: 50, characters: 1_000 },
  { rows: 10, characters: 200 },
] as const
type Step = (typeof steps)[number]

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that was cut says how many rows it has in all: `external_objects_total` beside `external_objects`. */
const cutEntry = (step: Step, [key, value]: [string, unknown]): [string, unknown][] =>
  Array.isArray(value) && value.length > step.rows
    ? [
        [key, cut(step, value)],
        [`${key}_total`, value.length],
      ]
    : [[key, cut(step, value)]]

const cut = (step: Step, value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length > step.characters ? `${startOf(value, step.characters - 1)}…` : value
  if (Array.isArray(value)) return value.slice(0, step.rows).map((one) => cut(step, one))
  if (!isPart(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap((entry) => cutEntry(step, entry)))
}

/** Cut HTML would be no HTML, and the record has it whole. */
const withoutHtml = (payload: Part): Part =>
  Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      isPart(value) && 'message_rtf' in value ? { ...value, message_rtf: null } : value,
    ]),
  )

/**
 * The event as JSON of at most 256 KiB. Links, answers and long texts are cut; the records that receivers read again
 * have them whole.
 */
export const fittedEvent = (event: Part & { readonly payload: object }): string => {
  let json = JSON.stringify(event)
  if (Buffer.byteLength(json) <= mostBytes) return json
  const payload = withoutHtml({ ...event.payload })
  for (const step of steps) {
    json = JSON.stringify({ ...event, payload: cut(step, payload) })
    if (Buffer.byteLength(json) <= mostBytes) return json
  }
  throw new TypeError(`the event ${String(event['event_name'])} does not fit`)
}

/** What an event is about: usually a row. */
type About = Readonly<{ name: string }>

const envelope = async (acting: ActorTx, name: Announced, object: About, payload: object, time: number) => {
  const at = new Date(time).toISOString()
  const person = await findPerson(acting, acting.actor.personUuid)
  return {
    event_id: eventTypeId(name),
    event_name: name,
    object_code: objectCodeOf(name),
    object_name: object.name,
    timestamp: at,
    modified: { modified_at: at, modified_by: person ? await personFacts(acting, person) : null },
    payload,
  }
}

export const enqueueDeliveries = async (
  { deps, tx, org }: ActorTx,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const jobs = ids.map((delivery) => ({ kind: 'hook', lane: org, payload: { delivery } }))
  await deps.lanes.enqueue(tx, jobs)
}

/**
 * Writes an event, and one delivery per subscription, in the transaction of the change itself, so that events and
 * changes always match. An organization's events are written one transaction at a time and delivered in one lane,
 * so they arrive in order.
 *
 * `bySubtask`: a completed subtask changed the task's status. One legacy topic fires only then.
 */
export const announce = async (
  acting: ActorTx,
  name: Announced,
  object: About,
  payload: object,
  bySubtask = false,
): Promise<void> => {
  const { deps } = acting
  const time = await lockForEvent(acting, deps.now())
  const body = await envelope(acting, name, object, payload, time)
  const now = deps.now()
  const { id } = await addRow(acting, 'event', { name, body: fittedEvent(body), created_at: now })
  const hooks = await listeningTo(acting, name, topicsOf(name, bySubtask))
  const uuids = hooks.map(({ uuid }) => uuid)
  await enqueueDeliveries(acting, await addDeliveries(acting, id, uuids, now))
}
