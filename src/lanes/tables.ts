import { type Generated, type Kysely, sql } from 'kysely'
import { statementsOf, type Texts } from '../database/statement.ts'

/** Literals, because with parameters neither engine uses the partial indexes of jobs. */
export const isDone = sql<boolean>`state = 'done'`
export const notDone = sql<boolean>`state <> 'done'`

/** docs/lanes.md explains the life of a row. */
export interface LaneTables {
  /** `lane` is `installation:kind:name`. */
  lane: {
    lane: string
    /** 0 if the program has no installations. */
    installation_id: number
    kind: string
    /** The number of jobs in the state `waiting`. */
    pending: number
    /** The earliest start in ms, from a backoff or from the first job's own delay. */
    run_at: number
    /** When a failure or `RetryLater` set `run_at`, in ms. 0 if it is the first job's own. */
    waits_since: number
    /** A worker owns the lane until then, in ms. 0 if the lane is free. */
    lease_until: number
    /** A fencing token. It grows with each claim, so that a worker that lost its lease cannot settle. */
    token: number
    attempts: number
  }
  /** The last job that a backup had, in a database that was restored from it. No row otherwise. */
  restored: { up_to: number }
  job: {
    seq: Generated<number>
    lane: string
    installation_id: number
    kind: string
    /** Unique within the installation's kind. A second job with the same key is not enqueued. */
    unique_key: string | null
    payload: string
    state: 'waiting' | 'done' | 'aside'
    run_at: number
    created_at: number
    settled_at: number | null
    attempts: number
    last_error: string | null
  }
}

/** Of the modules that are loaded. */
export const texts: Texts<Kysely<LaneTables>> = []

export const statement = statementsOf<LaneTables, Kysely<LaneTables>>(texts)
