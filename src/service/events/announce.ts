import { type EventName, familyOf } from '../../contract/event.ts'
import type { Tx } from '../store/database.ts'
import { addDeliveries } from '../store/webhooks/deliveries.ts'
import { addEvent } from '../store/webhooks/events.ts'
import { holdOrganization } from '../store/people/organizations.ts'
import { findPerson } from '../store/people/people.ts'
import { listeningTo } from '../store/webhooks/webhooks.ts'
import type { Actor, Deps } from '../deps.ts'
import { eventTypeId, topicsOf } from './catalogue.ts'
import { personFacts } from './person-facts.ts'

export interface Announcement {
  readonly name: EventName
  readonly object: { readonly uuid: string; readonly name: string }
  readonly projectUuid: string
  readonly payload: Record<string, unknown>
  /** Whether it tells of a new status: a legacy topic hears of nothing else. */
  readonly moved?: boolean
}

const envelope = async (deps: Deps, tx: Tx, actor: Actor, { name, object, payload }: Announcement) => {
  const at = new Date(deps.stamp()).toISOString()
  const person = await findPerson(tx.sql, actor.org, actor.personUuid)
  return {
    event_id: eventTypeId(name),
    event_name: name,
    object_code: familyOf(name).toUpperCase(),
    object_name: object.name,
    timestamp: at,
    modified: {
      modified_at: at,
      modified_by: person ? await personFacts(tx.sql, person) : null,
    },
    payload,
  }
}

/**
 * Writes what happened, and one delivery for each subscription, in the transaction of the change itself: no
 * change is unannounced, and no announcement is untrue. Deliveries of an organization share one lane, and its
 * events are numbered and timed by one transaction after another: what came first is delivered first.
 */
export const announce = async (deps: Deps, tx: Tx, actor: Actor, event: Announcement): Promise<void> => {
  await holdOrganization(tx.sql, deps.database.engine, actor.org)
  const body = await envelope(deps, tx, actor, event)
  const now = deps.now()
  const eventId = await addEvent(tx.sql, {
    org: actor.org,
    name: event.name,
    object_uuid: event.object.uuid,
    project_uuid: event.projectUuid,
    body: JSON.stringify(body),
    created_at: now,
  })
  const hooks = await listeningTo(tx.sql, actor.org, event.name, topicsOf(event.name, event.moved))
  const uuids = hooks.map(({ uuid }) => uuid)
  const deliveries = await addDeliveries(tx.sql, actor.org, eventId, uuids, now)
  if (deliveries.length === 0) return
  const jobs = deliveries.map((delivery) => ({ kind: 'hook', lane: actor.org, payload: { delivery } }))
  await deps.lanes.enqueue(tx, jobs)
}
