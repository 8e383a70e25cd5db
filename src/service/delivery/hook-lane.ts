import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Queries, Tx } from '../store/database.ts'
import { GiveUp, type Job, type LaneKind, RetryLater } from '../../lanes/lanes.ts'
import {
  bodyOf,
  type DueDelivery,
  dueDelivery,
  noteDelivery,
  withAttempt,
} from '../store/webhooks/deliveries.ts'
import { hookUrlProblem } from './hook-url.ts'
import type { Poster } from './post.ts'

interface HookDeps extends Pick<Deps, 'database' | 'now' | 'privateHooks'> {
  readonly poster: Pick<Poster, 'post' | 'closed'>
  readonly retryMs: readonly number[]
}

const payload = z.object({ delivery: z.number() })
const idOf = (job: Pick<Job, 'payload'>) => payload.parse(job.payload).delivery

/** The legacy topics carry the same facts under their own name. */
const bodyFor = (due: DueDelivery) =>
  due.eventCode === due.eventName ? due.body : JSON.stringify({ ...bodyOf(due), event_name: due.eventCode })

const deliver = async (deps: HookDeps, job: Job): Promise<void> => {
  const id = idOf(job)
  const due = await dueDelivery(deps.database.sql, id)
  if (!due || due.state === 'delivered') return
  const refused = hookUrlProblem(due.hookUrl, deps)
  if (refused) throw new GiveUp(refused)
  const at = deps.now()
  const note = (sql: Queries, state: 'waiting' | 'delivered', error: string | null) =>
    noteDelivery(sql, id, {
      state,
      attempts: job.attempt,
      attempt_log: withAttempt(due, { at, error }),
      last_error: error,
      settled_at: state === 'delivered' ? deps.now() : null,
    })
  const failure = await deps.poster.post(due.hookUrl, bodyFor(due), job.signal)
  if (failure !== undefined) {
    if (deps.poster.closed() || job.signal.aborted) throw new RetryLater(0, 'the service is closing')
    await note(deps.database.sql, 'waiting', failure)
    throw new Error(failure)
  }
  await deps.database.transaction(async (tx) => {
    await note(tx.sql, 'delivered', null)
    await job.done(tx)
  })
}

/**
 * The lane of an organization: one delivery at a time, in the order of the events. A failing receiver holds
 * those behind it for its retries; then its delivery is set aside and the lane goes on.
 */
export const hookLane = (deps: HookDeps): LaneKind => ({
  work: (job) => deliver(deps, job),
  backoff: deps.retryMs,
  exhausted: 'aside',
  onAside: (tx: Tx, job, reason) =>
    noteDelivery(tx.sql, idOf(job), { state: 'aside', last_error: reason, settled_at: deps.now() }),
})
