import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Queries, Tx } from '../store/database.ts'
import {
  GiveUp,
  type Job,
  type LaneKind,
  refuseRestored,
  restoredReason,
  RetryLater,
} from '../../lanes/lanes.ts'
import {
  bodyOf,
  type DueDelivery,
  dueDelivery,
  noteDelivery,
  noteSetAside,
  noteTaken,
} from '../store/webhooks.ts'
import { hookUrlProblem } from './hook-url.ts'
import type { Poster } from './post.ts'

interface HookDeps extends Pick<Deps, 'database' | 'now' | 'privateHooks'> {
  readonly poster: Pick<Poster, 'post' | 'closed'>
  readonly retryMs: readonly number[]
  /** The last job that a backup had. */
  readonly restoredUpTo: number
}

const payload = z.object({ delivery: z.number() })
type Payload = z.output<typeof payload>

/** A legacy topic gets the same body under its own event name. */
const bodyFor = (due: DueDelivery) =>
  due.eventCode === due.eventName ? due.body : JSON.stringify({ ...bodyOf(due), event_name: due.eventCode })

const deliver = async (deps: HookDeps, job: Job<Payload>): Promise<void> => {
  refuseRestored(job, deps.restoredUpTo)
  const id = job.payload.delivery
  const due = await dueDelivery(deps.database.sql, id)
  if (!due || due.state === 'delivered') return
  const refused = hookUrlProblem(due.hookUrl, deps)
  if (refused) throw new GiveUp(refused)
  const note = (sql: Queries, state: 'waiting' | 'delivered', error: string | null) =>
    noteDelivery(sql, id, {
      state,
      attempts: job.attempt,
      last_error: error,
      settled_at: state === 'delivered' ? deps.now() : null,
    })
  const failure = await deps.poster.post(due.hookUrl, bodyFor(due), job.signal)
  if (failure !== undefined) {
    if (deps.poster.closed() || job.signal.aborted) throw new RetryLater(0, 'the service is closing')
    const { reason, isFinal } = failure
    await note(deps.database.sql, 'waiting', reason)
    if (isFinal || due.one_attempt_since !== null) throw new GiveUp(reason)
    throw new Error(reason)
  }
  await deps.database.transaction(async (tx) => {
    await note(tx.sql, 'delivered', null)
    await noteTaken(tx.sql, due.webhook)
    await job.done(tx)
  })
}

/**
 * Sends one delivery at a time, in the order of events. A failing one blocks the next until it is set aside. After
 * two in a row, a subscription's next deliveries get one attempt each, so that a dead receiver does not delay others.
 */
export const hookLane = (deps: HookDeps): LaneKind<Payload> => ({
  payload,
  work: (job) => deliver(deps, job),
  backoff: deps.retryMs,
  onAside: async (tx: Tx, { payload: { delivery: id } }, reason) => {
    await noteDelivery(tx.sql, id, { state: 'aside', last_error: reason, settled_at: deps.now() })
    // Its receiver is not to blame for a restore.
    if (reason !== restoredReason) await noteSetAside(tx.sql, id, deps.now())
  },
})
