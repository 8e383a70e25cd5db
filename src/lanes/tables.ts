import type { Generated } from 'kysely'

/** See docs/lanes.md for the life of a row. */
export interface LaneTables {
  /** One row a lane. `lane` is `kind:name`. */
  lane: {
    lane: string
    kind: string
    /** Jobs in state `waiting`. */
    pending: number
    /** Not before this time, in ms: backoff, or the head job's own delay. */
    run_at: number
    /** A worker owns the lane until then, in ms; 0 when free. */
    lease_until: number
    /** Fencing token: grows with every claim, so that a worker that lost its lease cannot settle. */
    token: number
    /** Failed attempts of the head job. */
    attempts: number
    /** Why the lane stands still until a person resumes it; null when it runs. */
    parked: string | null
  }
  job: {
    seq: Generated<number>
    lane: string
    kind: string
    /** Unique within the kind; a second job of the same key is not enqueued. */
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
