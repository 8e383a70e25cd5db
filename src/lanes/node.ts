import type { Database, Tx } from '../database/database.ts'
import type { Settled, Settling } from './settle.ts'
import type { LaneTables } from './tables.ts'
import type { LaneOptions, NewJob } from './types.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingJob } from './statements.ts'

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

/** The lane whose handler is running. `over` is set when the handler ends, even if it left something running. */
interface Own {
  readonly node: string
  readonly lane: string
  readonly kind: string
  over: boolean
}

const running = new AsyncLocalStorage<Own>()

/** Runs a handler, so that `enqueue` can lock the handler's own lane in the same order as the others. */
export const inOwnLane = async <R>(own: Omit<Own, 'over'>, work: () => Promise<R>): Promise<R> => {
  const store = { ...own, over: false }
  try {
    return await running.run(store, work)
  } finally {
    store.over = true
  }
}

/** The lane that `done` will lock at the end of the current transaction. */
export const laneToSettle = (node: string): Pick<IncomingJob, 'lane' | 'kind'> | undefined => {
  const own = running.getStore()
  return own && !own.over && own.node === node ? own : undefined
}
