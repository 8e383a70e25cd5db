/** What the bot knows of the tracker. Times are in ms. Flags are 1, 0, or null if unknown. */
export interface KnownTables {
  /** For the filter menus. */
  module_name: {
    project_uuid: string
    name: string
    seen_at: number
  }
  known_project: {
    uuid: string
    /** Null if an event mentioned the project before the bot saw it. */
    name: string | null
    account_name: string | null
    account_id: string | null
    internal_url: string | null
    portal_url: string | null
    /** According to the last completed task. */
    next_task_uuid: string | null
    /** Completed or archived. */
    is_over: number | null
    /** When all of its tasks were last read from the tracker. Null: only those that events told of are stored. */
    listed_at: number | null
  }
  /** Confirmed by the tracker. */
  known_task: {
    uuid: string
    project_uuid: string
    name: string
    is_internal: number | null
    module_name: string | null
    deleted_at: number | null
    completed: number | null
    /** When the bot saw it become completed. Null if it already was when first seen. */
    done_at: number | null
    /** The name that its event gave. */
    done_by: string | null
    /** YYYY-MM-DD. */
    due_date: string | null
    assignee_name: string | null
    /** Since when the bot knows of this assignee. */
    assigned_at: number | null
    /** When a customer first, and last, answered one of its subtasks since the team wrote or said that no answer is needed. */
    answered_since: number | null
    answered_at: number | null
    /** When a person last said that the customer needs no answer. */
    settled_at: number | null
    seen_at: number
  }
  /** Confirmed by the tracker. For digests: most trackers list no comments. */
  known_comment: {
    uuid: string
    task_uuid: string
    /** Both are empty after a deletion. */
    author_name: string
    text: string
    /** According to the tracker, else when the bot first heard of it. */
    created_at: number
    deleted_at: number | null
    /** The next three are for digests. Null if no event announced the comment. */
    project_uuid: string | null
    by_customer: number | null
    /** When the bot heard of it. Digests go by this, so they miss no late comment. */
    heard_at: number | null
  }
  /** A module's last known progress, in percent. Reaching 100 posts a line once. */
  known_module: {
    uuid: string
    project_uuid: string
    progress: number
  }
}
