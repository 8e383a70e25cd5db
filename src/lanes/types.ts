import type { Tx } from '../database/database.ts'
import type { LaneTables } from './tables.ts'
import type { Trace } from '../log.ts'

/** Jobs of one lane run strictly in the order of their commits, unless they take turns. */
export interface NewJob {
  /** The key of its handler in `work`, such as `event`. */
  readonly kind: string
  /** The lane's name within its kind, such as a project's uuid. */
  readonly lane: string
  readonly payload: unknown
  /** A second job with the same kind and key is not enqueued, even after the first one ended. */
  readonly uniqueKey?: string
  /**
   * Within the lane, jobs of different `turn`s alternate, so that many of one don't delay the others. Jobs of one
   * `turn`, or of one `thread`, stay in the order of their commits. All jobs of a kind have it, or none.
   */
  readonly turns?: Turns
  /** The earliest start in ms. Also delays later jobs of the lane. */
  readonly runAt?: number
  /** What the job is done for, in the log. `inherited`: the same as the work that enqueues it. */
  readonly trace?: Trace | 'inherited'
}

export interface Turns {
  readonly turn: string
  readonly thread: string
}

export interface Job<Payload = unknown> {
  readonly seq: number
  /** 0 if the program has no installations. */
  readonly installation: number
  readonly kind: string
  readonly lane: string
  readonly payload: Payload
  /** 1 for the first attempt. Above 1, an earlier one failed or was interrupted: what it called may still happen. */
  readonly attempt: number
  readonly createdAt: number
  /** Aborts when the lease is lost or the process closes. */
  readonly signal: AbortSignal
  /**
   * Settles the job in the handler's transaction, as its last statement, and enqueues the jobs that follow from it.
   * Throws `LeaseLost` if another node has the lane, or if the job is over.
   */
  done(tx: Tx<LaneTables>, next?: readonly NewJob[]): Promise<void>
}

export interface LaneKind<Payload = unknown> {
  /** Parses a job's payload, like a zod schema. A job that does not parse is set aside. */
  readonly payload?: { parse(stored: unknown): Payload }
  work(job: Job<Payload>): Promise<void>
  /** The delays between attempts in ms, to which jitter is added. Then the job is set aside. */
  readonly backoff: readonly number[]
  /**
   * How many lanes of this kind each installation may run at once on this node. All together run four times as many, and
   * one of each installation that runs none. Default 16.
   */
  readonly concurrency?: number
  /** Called in the transaction that sets the job aside. */
  onGivenUp?(
    tx: Tx<LaneTables>,
    job: Pick<Job<Payload>, 'seq' | 'installation' | 'lane' | 'payload'>,
    reason: string,
  ): Promise<void>
}

/**
 * A handler throws it to try again in `afterMs`, for example after a 429. It does not count as a failure. `payload`: what
 * the job carries from now on, such as how far it came.
 */
export class RetryLater extends Error {
  override name = 'RetryLater' as const
  readonly afterMs: number
  readonly payload: unknown
  constructor(afterMs: number, reason: string, payload?: unknown) {
    super(reason)
    this.afterMs = afterMs
    this.payload = payload
  }
}

/** A handler throws it to set the job aside right away, because retrying cannot help. */
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
  /** The age of the oldest waiting job in ms, or 0. */
  readonly oldestMs: number
}

export type AsideJob = Pick<Job, 'seq' | 'payload'>

export interface LaneOptions {
  readonly now?: () => number
  readonly random?: () => number
  /** Multiplies the time until a failed job is tried again. Default 1. Tests wait for less. */
  readonly retryFactor?: number
  /** How long a claim lasts without renewal. Default 20 s. */
  readonly leaseMs?: number
  /** How often to look for due lanes without a signal. Default 250 ms, or 1 s where no other process can add any. */
  readonly sweepMs?: number
  /** How long disposal waits for handlers; their signal aborts after three quarters of it. Default 4 s. */
  readonly graceMs?: number
  /** Removes secrets from error texts before they are stored. */
  readonly redact?: (text: string) => string
  readonly onError?: (error: unknown, job: Pick<Job, 'seq' | 'kind' | 'lane' | 'payload'> | undefined) => void
  readonly onRun?: (run: JobRun) => void
}

export interface JobRun {
  readonly kind: string
  /** `waits`: for something else, which is no failure. `stopped`: the process closes. */
  readonly outcome: 'done' | 'failed' | 'waits' | 'aside' | 'stopped'
  readonly ms: number
  /** From when the job could run to this attempt, in ms. Undefined if this attempt did not end it. */
  readonly waitedMs: number | undefined
}
