import { type EventName, familyOf } from '../../contract/event.ts'
import type { Doing } from '../deps.ts'
import { holdOrganization } from '../store/people/organizations.ts'
import { findPerson } from '../store/people/people.ts'
import { addRow } from '../store/rows.ts'
import { addDeliveries } from '../store/webhooks/deliveries.ts'
import { listeningTo } from '../store/webhooks/webhooks.ts'
import { eventTypeId, topicsOf } from './catalogue.ts'
import { personFacts } from './people.ts'

/** What an event is about: usually a row. */
interface About {
  readonly uuid: string
  readonly name: string
  readonly project_uuid: string
}

const envelope = async (doing: Doing, name: EventName, object: About, payload: object) => {
  const at = new Date(doing.deps.stamp()).toISOString()
  const person = await findPerson(doing, doing.actor.personUuid)
  return {
    event_id: eventTypeId(name),
    event_name: name,
    object_code: familyOf(name).toUpperCase(),
    object_name: object.name,
    timestamp: at,
    modified: { modified_at: at, modified_by: person ? await personFacts(doing, person) : null },
    payload,
  }
}

export const enqueueDeliveries = async ({ deps, tx, org }: Doing, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const jobs = ids.map((delivery) => ({ kind: 'hook', lane: org, payload: { delivery } }))
  await deps.lanes.enqueue(tx, jobs)
}

/**
 * Writes an event, and one delivery per subscription, in the transaction of the change itself, so that events and
 * changes always match. An organization's events are written one transaction at a time and delivered in one lane,
 * so they arrive in order.
 *
 * `moved` means that the status changed: one legacy topic fires only then.
 */
export const announce = async (
  doing: Doing,
  name: EventName,
  object: About,
  payload: object,
  moved = false,
): Promise<void> => {
  const { deps } = doing
  await holdOrganization(doing, deps.database.engine)
  const body = await envelope(doing, name, object, payload)
  const now = deps.now()
  const { id } = await addRow(doing, 'event', {
    name,
    object_uuid: object.uuid,
    project_uuid: object.project_uuid,
    body: JSON.stringify(body),
    created_at: now,
  })
  const hooks = await listeningTo(doing, name, topicsOf(name, moved))
  const uuids = hooks.map(({ uuid }) => uuid)
  await enqueueDeliveries(doing, await addDeliveries(doing, id, uuids, now))
}
