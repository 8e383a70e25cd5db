import { z } from 'zod'
import { type Job, type LaneKind, restoredReason } from '../../lanes/lanes.ts'
import type { Deps } from '../acting.ts'
import { addDeliveries, eventById, listeningTo } from '../store/webhooks.ts'

const payloadSchema = z.object({ event: z.number(), topics: z.array(z.string()), lastHook: z.number() })
type Payload = z.output<typeof payloadSchema>

const waiting = { state: 'waiting', last_error: null, settled_at: null } as const

interface FanOutDeps extends Pick<Deps, 'database' | 'now'> {
  /** The number of the last job that a restored backup had. */
  readonly restoredUpTo: number
}

/**
 * Writes an event's deliveries, one for each subscription that was there when it happened. The events of an
 * organization take their turn in one lane, so deliveries have the order of events. What waited in a backup may have
 * been delivered since, so its deliveries are set aside.
 */
const fanOut = (deps: FanOutDeps, job: Job<Payload>): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const { payload } = job
    const event = await eventById(tx.sql, payload.event)
    if (!event) return job.done(tx)
    const scope = { sql: tx.sql, org: event.org }
    const hooks = await listeningTo(scope, event.name, payload.topics)
    const listening = hooks.filter((hook) => hook.id <= payload.lastHook)
    if (job.seq <= deps.restoredUpTo) {
      await addDeliveries(scope, event, listening, {
        state: 'aside',
        last_error: restoredReason,
        settled_at: deps.now(),
      })
      return job.done(tx)
    }
    const deliveries = await addDeliveries(scope, event, listening, waiting)
    const jobs = deliveries.map((delivery) => ({ kind: 'hook', lane: event.org, payload: { delivery } }))
    return job.done(tx, jobs)
  })

export const fanOutLane = (deps: FanOutDeps): LaneKind<Payload> => ({
  payload: payloadSchema,
  work: (job) => fanOut(deps, job),
  // The database alone can fail here. Retried for a day.
  backoff: [1_000, 5_000, 30_000, ...Array<number>(48).fill(1_800_000)],
})
