import type { Database } from '../database/database.ts'
import type { LaneTables } from './tables.ts'
import type { Engine } from '../database/engine.ts'
import type { Settled, Settling } from './settle.ts'
import type { Job, JobRun } from './types.ts'

export interface Held {
  readonly lane: string
  readonly token: number
  readonly controller: AbortController
}

export interface Node {
  readonly id: string
  readonly database: Database<LaneTables>
  readonly engine: Engine
  readonly now: () => number
  readonly random: () => number
  readonly retryFactor: number
  readonly leaseMs: number
  readonly redact: (text: string) => string
  readonly onError: (error: unknown, job: Pick<Job, 'seq' | 'kind' | 'lane' | 'payload'> | undefined) => void
  readonly onRun: (run: JobRun) => void
  /** Shares a transaction with other results that arrive at the same time. */
  readonly settle: (item: Settling) => Promise<Settled>
  /** Each lease with the end that was last written. */
  readonly held: Map<Held, number>
  readonly closing: () => boolean
}
