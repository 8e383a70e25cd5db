import type { Database, Tx } from '../database/database.ts'
import type { Settled, Settling } from './settle.ts'
import type { LaneTables } from './tables.ts'
import type { LaneOptions, NewJob } from './types.ts'

export interface Held {
  readonly lane: string
  readonly token: number
  readonly controller: AbortController
}

export interface Node extends Required<Omit<LaneOptions, 'sweepMs' | 'graceMs'>> {
  readonly id: string
  readonly database: Database<LaneTables>
  /** Shares a transaction with other results that arrive at the same time. */
  readonly settle: (item: Settling) => Promise<Settled>
  /** Settles a job in its handler's transaction, with the jobs that follow from it. */
  readonly finish: (
    tx: Tx<LaneTables>,
    done: Settling,
    next: readonly NewJob[],
  ) => Promise<Settled | undefined>
  /** Each lease with the end that was last written. */
  readonly held: Map<Held, number>
  readonly closing: () => boolean
}
