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
}
