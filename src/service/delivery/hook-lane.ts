import type { Database, Tx } from '../store/database.ts'
import { GiveUp, type Job, type LaneKind, RetryLater } from '../../lanes/lanes.ts'
import { dueDelivery, noteDelivery, withAttempt } from '../store/webhooks/deliveries.ts'
import { hookUrlProblem } from './hook-url.ts'
import type { Poster } from './post.ts'

interface HookDeps {
  readonly database: Database
  readonly poster: Pick<Poster, 'post' | 'closed'>
  readonly now: () => number
  readonly privateHooks: boolean
  readonly retryMs: readonly number[]
}

const idOf = (payload: unknown) => (payload as { delivery: number }).delivery

/** The legacy topics carry the same facts under their own name. */
const bodyFor = (body: string, eventName: string, code: string) =>
  code === eventName
    ? body
    : JSON.stringify({ ...(JSON.parse(body) as Record<string, unknown>), event_name: code })

const deliver = async (deps: HookDeps, job: Job): Promise<void> => {
  const id = idOf(job.payload)
  const due = await dueDelivery(deps.database.sql, id)
  if (!due || due.state === 'delivered') return
  const refused = hookUrlProblem(due.hookUrl, deps)
  if (refused) throw new GiveUp(refused)
  const at = deps.now()
  const failure = await deps.poster.post(
    due.hookUrl,
    bodyFor(due.body, due.eventName, due.eventCode),
    job.signal,
  )
  if (failure !== undefined) {
    if (deps.poster.closed() || job.signal.aborted) throw new RetryLater(0, 'the service is closing')
    await noteDelivery(deps.database.sql, id, {
      state: 'waiting',
      attempts: job.attempt,
      attempt_log: withAttempt(due, { at, error: failure }),
      last_error: failure,
      settled_at: null,
    })
    throw new Error(failure)
  }
  await deps.database.transaction(async (tx) => {
    await noteDelivery(tx.sql, id, {
      state: 'delivered',
      attempts: job.attempt,
      attempt_log: withAttempt(due, { at, error: null }),
      last_error: null,
      settled_at: deps.now(),
    })
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
    noteDelivery(tx.sql, idOf(job.payload), { state: 'aside', last_error: reason, settled_at: deps.now() }),
})
