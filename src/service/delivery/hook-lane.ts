import { z } from 'zod'
import type { Deps } from '../acting.ts'
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
import { hookUrlProblem } from './deliveries.ts'
import { eventToSend } from '../events/announce.ts'
import { publicLookup, type Resolve } from '../../contract/address.ts'
import { openOutgoing, type Proxies } from '../../contract/outgoing.ts'
import { limits } from '../../contract/limits.ts'

interface HookDeps extends Pick<Deps, 'database' | 'now' | 'privateHooks'> {
  readonly poster: Pick<Poster, 'post' | 'closed'>
  readonly retryMs: readonly number[]
  /** The number of the last job that a restored backup had. */
  readonly restoredUpTo: number
}

const payloadSchema = z.object({ delivery: z.number() })
type Payload = z.output<typeof payloadSchema>

/** A legacy topic gets the same body under its own event name. */
const bodyFor = (due: DueDelivery) => eventToSend({ ...bodyOf(due), event_name: due.eventCode })

const deliver = async (deps: HookDeps, job: Job<Payload>): Promise<void> => {
  refuseRestored(job, deps.restoredUpTo)
  const id = job.payload.delivery
  const due = await dueDelivery(deps.database.sql, id)
  if (!due || due.state === 'delivered') return
  const problem = hookUrlProblem(due.hookUrl, deps)
  if (problem) throw new GiveUp(problem)
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
    // Read again: a receiver that was removed meanwhile must not hold up the lane.
    if (!(await dueDelivery(deps.database.sql, id))) return
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
  payload: payloadSchema,
  work: (job) => deliver(deps, job),
  backoff: deps.retryMs,
  onGivenUp: async (tx: Tx, { payload: { delivery: id } }, reason) => {
    await noteDelivery(tx.sql, id, { state: 'aside', last_error: reason, settled_at: deps.now() })
    // The receiver is not to blame for a restore.
    if (reason !== restoredReason) await noteSetAside(tx.sql, id, deps.now())
  },
})

/** By Node's and undici's error codes. The texts leave out the address, which may be an internal one. */
const failureTexts: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^ENOTPUBLIC$/, 'the host name resolves to a private address'],
  [/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, 'host name not found'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError)$/, 'no answer within 10 s'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection closed without an answer'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host unreachable'],
  [/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, 'certificate not accepted'],
  [/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/, 'the answer is not valid HTTP'],
]

export const failureWords = (error: unknown): string => {
  const { name, code, errors } = error as { name?: string; code?: string; errors?: readonly unknown[] }
  // Several addresses failed. The first one is shown.
  if (code === undefined && errors?.[0] !== undefined) return failureWords(errors[0])
  return failureTexts.find(([codes]) => codes.test(code ?? name ?? ''))?.[1] ?? 'connection failed'
}

/** Statuses that refuse the body, which will not change. Any other one may come from a proxy during a deployment. */
const finalRefusals: ReadonlySet<number> = new Set([413, 414, 415, 422, 431])

const failureOf = (status: number) =>
  status >= 200 && status < 300
    ? undefined
    : { reason: `answered ${status}`, isFinal: finalRefusals.has(status) }

type Poster = ReturnType<typeof openPoster>

/** Any 2xx within 10 s is a success. Redirects are not followed. */
export const openPoster = (
  { privateHooks, proxies }: { privateHooks: boolean; proxies?: Proxies | undefined },
  { resolve }: { resolve?: Resolve } = {},
) => {
  let closed = false
  const outgoing = openOutgoing({
    proxies,
    lookup: privateHooks ? undefined : publicLookup(resolve),
    pipelining: 1,
    keepAliveTimeout: 30_000,
  })
  return {
    /** Undefined if the receiver accepted. `isFinal`: it will never take this body. */
    post: async (url: string, body: string, signal: AbortSignal) => {
      try {
        const answer = await outgoing.request(new URL(url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Onboarding-Project-Service' },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.receiverTimeoutMs)]),
        })
        // An unread body would block the connection.
        await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
        return failureOf(answer.statusCode)
      } catch (error) {
        return { reason: failureWords(error), isFinal: false }
      }
    },
    /** A failure after closing says nothing about the receiver. */
    closed: () => closed,
    [Symbol.asyncDispose]: async () => {
      closed = true
      await outgoing.destroy()
    },
  }
}
