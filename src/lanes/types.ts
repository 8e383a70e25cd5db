import type { Database, Tx } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

/** What is put into a lane. Jobs of one lane run strictly in the order they were committed. */
export interface NewJob {
  /** Which table row of `work` handles it: `event`, `post`, `reply`, `hook`, … */
  readonly kind: string
  /** The lane's name within its kind, such as a project's uuid. */
  readonly lane: string
  readonly payload: unknown
  /** A second job of the same kind and key is not enqueued, whatever became of the first. */
  readonly uniqueKey?: string
  /** Not before this time, in ms. Holds the lane behind it, since order is strict. */
  readonly runAt?: number
}

export interface Job<Payload = unknown> {
  readonly seq: number
  readonly kind: string
  readonly lane: string
  readonly payload: Payload
  /** 1 on the first try. */
  readonly attempt: number
  readonly createdAt: number
  /** Aborts when the lease is lost or the process closes. */
  readonly signal: AbortSignal
  /**
   * Settles the job inside the handler's own transaction, so that its result and its end are one commit.
   * Throws `LeaseLost` when another node owns the lane by now; the transaction then rolls back.
   */
  done(tx: Tx<LaneTables>): Promise<void>
}

/** One row a kind of lane. */
export interface LaneKind<Payload = unknown> {
  /** Reads what a job carries, such as a zod schema does. A job that it refuses is set aside with the reason. */
  readonly payload?: { parse(stored: unknown): Payload }
  work(job: Job<Payload>): Promise<void>
  /** Delay in ms before attempt n+1 is `backoff[n-1]`, with jitter; after the last the job is set aside. */
  readonly backoff: readonly number[]
  /** `aside` (default): the lane goes on without the job. `park`: the lane stands still until resumed. */
  readonly exhausted?: 'aside' | 'park'
  /** Lanes of this kind worked at once on this node. Default 16. */
  readonly concurrency?: number
  /** Called in the transaction that sets a job aside, so that what depends on it can be told. */
  onAside?(
    tx: Tx<LaneTables>,
    job: Pick<Job<Payload>, 'seq' | 'lane' | 'payload'>,
    reason: string,
  ): Promise<void>
}

/** Thrown by a handler: try again in `afterMs`, and do not count this as a failure (a 429's Retry-After). */
export class RetryLater extends Error {
  override name = 'RetryLater' as const
  readonly afterMs: number
  constructor(afterMs: number, reason: string) {
    super(reason)
    this.afterMs = afterMs
  }
}

/** Thrown by a handler: no retry can help; set the job aside now. */
export class GiveUp extends Error {
  override name = 'GiveUp' as const
}

export class LeaseLost extends Error {
  override name = 'LeaseLost' as const
}

export interface LaneCounts {
  readonly kind: string
  readonly waiting: number
  readonly aside: number
  /** Age of the oldest waiting job, in ms; 0 when none waits. */
  readonly oldestMs: number
}

export interface AsideJob {
  readonly seq: number
  readonly kind: string
  readonly lane: string
  readonly payload: unknown
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: number
  readonly settledAt: number
}

export interface Lanes extends AsyncDisposable {
  /** Puts jobs into their lanes in the caller's transaction, and wakes workers when it is durable. */
  enqueue(tx: Tx<LaneTables>, jobs: readonly NewJob[]): Promise<void>
  /** Starts working lanes of these kinds on this node. Disposal waits for running handlers (`graceMs`). */
  work(kinds: Readonly<Record<string, LaneKind>>): void
  counts(): Promise<readonly LaneCounts[]>
  aside(filter?: { kind?: string; lane?: string; limit?: number }): Promise<readonly AsideJob[]>
  /** Puts jobs that were set aside back at the end of their lanes. Returns how many. */
  replay(seqs: readonly number[]): Promise<number>
  /** Lets a lane run now: ends its backoff, and its parking. */
  resume(kind: string, lane: string): Promise<void>
  /** Resolves when no job of this node is running and none that it could run is due. For tests and clean ends. */
  idle(): Promise<void>
}

export interface LaneOptions {
  readonly now?: () => number
  readonly random?: () => number
  /** How long a claimed lane belongs to a node that no longer renews it. Default 20 s. */
  readonly leaseMs?: number
  /** Looks for due lanes that no signal announced; a backstop only. Default 1 s. */
  readonly sweepMs?: number
  /** Disposal waits so long for running handlers; their signal aborts after three quarters of it. Default 4 s. */
  readonly graceMs?: number
  /** Applied to every error text that is stored, so that no secret is. */
  readonly redact?: (text: string) => string
  readonly onError?: (error: unknown, job: Pick<Job, 'seq' | 'kind' | 'lane'> | undefined) => void
}

export type OpenLanes = (database: Database<LaneTables>, options?: LaneOptions) => Lanes
