import type { ActorTx } from '../deps.ts'
import { lockForEvent } from '../store/people/organizations.ts'
import { findPerson } from '../store/people/people.ts'
import { addRow } from '../store/rows.ts'
import { addDeliveries } from '../store/webhooks/deliveries.ts'
import { listeningTo } from '../store/webhooks/webhooks.ts'
import { fittedEvent } from './fitted.ts'
import { type Announced, eventTypeId, objectCodeOf, topicsOf } from './catalog.ts'
import { personFacts } from './people.ts'

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
