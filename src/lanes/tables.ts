import type { Generated } from 'kysely'

/** docs/lanes.md explains the life of a row. */
export interface LaneTables {
  /** `lane` is `kind:name`. */
  lane: {
    lane: string
    kind: string
    /** Number of jobs in state `waiting`. */
    pending: number
    /** Earliest start in ms: backoff, or the head job's own delay. */
    run_at: number
    /** When a failure or `RetryLater` set `run_at`, in ms; 0 when it is the head job's own. */
    waits_since: number
    /** A worker owns the lane until then, in ms; 0 when free. */
    lease_until: number
    /** Fencing token: grows with every claim, so that a worker without its lease cannot settle. */
    token: number
    attempts: number
    /** Why the lane stops until a person resumes it; null when it runs. */
    parked: string | null
  }
  job: {
    seq: Generated<number>
    lane: string
    kind: string
    /** Unique within the kind; a second job with the same key is not enqueued. */
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
