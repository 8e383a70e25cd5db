import type { Generated } from 'kysely'

/** Threads that people began, and that became a task's. */
export interface ThreadTables {
  /** A thread has one task. A task's comments go to the thread of its channel that became its own last. */
  task_thread: {
    channel: string
    thread_ts: string
    task_uuid: string
    joined_by: string
    joined_at: number
  }
  /** What was said in a thread before, on its way to the tracker. */
  take_over: {
    id: Generated<number>
    /** `view:ID` of the dialog, which may be submitted twice. */
    source: string
    channel: string
    thread_ts: string
    task_uuid: string
    user_id: string
    /** `reading`: Slack is still to be asked what was said. */
    state: 'reading' | 'sending' | 'stopped' | 'done' | 'failed'
    /** How many messages. 0 until they are read. */
    total: number
    created_at: number
  }
  /** A customer's message at the top of a channel, about which the team was asked. */
  offer: {
    channel: string
    ts: string
    state: 'open' | 'comment' | 'not'
    settled_by: string | null
    task_uuid: string | null
    made_at: number
  }
}
