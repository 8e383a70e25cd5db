import type { Database } from '../database/database.ts'
import type { LaneTables } from './tables.ts'
import type { Engine } from '../database/engine.ts'
import type { Settled, Settling } from './settle.ts'
import type { Job } from './types.ts'

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
  readonly leaseMs: number
  readonly redact: (text: string) => string
  readonly onError: (error: unknown, job: Pick<Job, 'seq' | 'kind' | 'lane'> | undefined) => void
  /** Shares one transaction with other results of this moment. */
  readonly settle: (item: Settling) => Promise<Settled>
  /** Leases by lane, with the last written end of each. */
  readonly held: Map<Held, number>
  readonly closing: () => boolean
}
