import type { Generated } from 'kysely'
import type { ChannelTables } from './channel-tables.ts'

/** An edit or a deletion in Slack that came before its reply; it has no task and nobody's name yet. */
export type AheadState = 'edited-ahead' | 'deleted-ahead'

/** Times are milliseconds; `facts` and the like are JSON text. */
export interface BotTables extends ChannelTables {
  /** Every tracker delivery that was answered with 200, once. */
  inbox: {
    id: Generated<number>
    /** event_name, object uuid and timestamp (interface, "Delivery rules" 1). */
    dedupe_key: string
    event_name: string
    object_uuid: string | null
    project_uuid: string | null
    body: string
    received_at: number
    state: 'waiting' | 'handled' | 'dropped' | 'aside'
    /** What became of it, in words: `own comment`, `posted to 2 channels`, `not verified: …`. */
    outcome: string | null
    handled_at: number | null
  }
  /** Signs the tracker's deliveries of an event to one hook. */
  hook_secret: {
    /** The hook's lane. */
    target: string
    event: string
    secret: string
    /** Null for the one in use. */
    kept_until: number | null
  }
  /** The names of modules that were seen, to choose from. */
  module_name: {
    project_uuid: string
    name: string
    seen_at: number
  }
  /** Who looked at the Home tab and when: theirs is kept up to date for a while. */
  home_viewer: {
    user_id: string
    opened_at: number
  }
  /** What the bot knows of projects: enough to route, to link and to tell what happened last. */
  known_project: {
    uuid: string
    /** Null where an event told of a project that nobody has seen yet. */
    name: string | null
    account_name: string | null
    account_id: string | null
    internal_url: string | null
    portal_url: string | null
    /** As the last completed task named it. */
    next_task_uuid: string | null
    last_event: string | null
    last_by: string | null
    last_at: number | null
  }
  /** Tasks as the tracker confirmed them: the index that digests and live cards are made from. */
  known_task: {
    uuid: string
    project_uuid: string
    name: string | null
    /** 1, 0, or null where nobody said. */
    is_internal: number | null
    module_name: string | null
    deleted_at: number | null
    /** 1, 0, or null where the bot does not know how it stands. */
    completed: number | null
    /** When the bot saw it become completed; null where it always knew it so. */
    done_at: number | null
    /** YYYY-MM-DD. */
    due_date: string | null
    assignee_name: string | null
    /** Since when the bot knows it with this assignee. */
    assigned_at: number | null
    seen_at: number
  }
  /** Comments that the tracker confirmed, for digests and the pane beside a task: the interface lists none. */
  known_comment: {
    uuid: string
    task_uuid: string
    /** Both null where its words were never kept; empty once it was deleted. */
    author_name: string | null
    text: string | null
    replied_to_uuid: string | null
    /** As the tracker says, else when the bot heard of it. */
    created_at: number
    edited_at: number | null
    deleted_at: number | null
    /** The next three are what digests go by; null where no event told. */
    project_uuid: string | null
    by_customer: number | null
    /** When the bot heard of it: nothing that is late is left out of a digest. */
    heard_at: number | null
  }
  /** How far a module was when an event last told it, in percent: reaching 100 is worth a line once. */
  known_module: {
    uuid: string
    project_uuid: string
    progress: number
  }
  /** The ledger of everything said in Slack: one row a message or update, written before the call. */
  delivery: {
    id: Generated<number>
    /** In the message's metadata, so that a message can be found again after a crash. */
    uuid: string
    channel: string
    kind: string
    /** What it is about; with channel and kind it is unique, so that nothing is said twice. */
    object_uuid: string
    /** `post`: a new message. `update`: a change of one that is there. */
    op: 'post' | 'update'
    /** The message it hangs on, by kind and object: the thread's root for a post, the one changed for an update. */
    on_kind: string | null
    on_uuid: string | null
    facts: string
    inbox_id: number | null
    state: 'waiting' | 'sending' | 'posted' | 'skipped' | 'failed'
    attempted_at: number | null
    ts: string | null
    error: string | null
    created_at: number
    settled_at: number | null
  }
  /** Posts that wait for the end of a channel's quiet hours, in the order of `id`. */
  held_post: {
    id: Generated<number>
    delivery_id: number
    channel: string
    /** 1: it is on its way. */
    released: number
    held_at: number
  }
  /** Project cards that people pinned, kept up to date where they stand. */
  live_card: {
    channel: string
    project_uuid: string
    pinned_by: string
    pinned_at: number
    shared_when_made: number
    /** JSON of the facts that the card was last shown with. */
    shown: string | null
  }
  /** A person's words on their way to the tracker: a thread reply, or a `/onboard comment`. */
  reply: {
    id: Generated<number>
    /** `channel:ts` of the message, or `command:trigger id`: what Slack may deliver twice. */
    source: string
    channel: string
    /** Null for a command. */
    ts: string | null
    thread_ts: string | null
    user_id: string
    task_uuid: string
    /** Slack's text as it came. */
    text: string
    /** JSON array of `{name, permalink}`. */
    files: string
    state: 'stored' | 'unknown' | 'done' | 'refused' | 'unconfirmed' | 'cancelled' | AheadState
    /** The reaction that its message bears until ✅, as it was last queued: ⏳ or ⚠️. */
    sign: 'hourglass_flowing_sand' | 'warning' | null
    /** It may have been sent: `look` at its message first; `lost`: the database has forgotten what was done. */
    doubt: 'look' | 'lost' | null
    error: string | null
    request_id: string | null
    created_at: number
    settled_at: number | null
  }
  /** The comments that one reply becomes: one, or several in order when it is over-long. */
  reply_comment: {
    reply_id: number
    part: number
    task_uuid: string
    body: string
    state: 'waiting' | 'sending' | 'unknown' | 'done'
    attempted_at: number | null
    comment_uuid: string | null
  }
  /** A project that a person asked for: the filled-in dialog, and what became of it. */
  project_request: {
    id: Generated<number>
    /** `view:ID` of the dialog, which may be submitted twice. */
    source: string
    user_id: string
    project_name: string
    /** JSON of `ProjectForm`. */
    form: string
    state: 'draft' | 'stored' | 'sending' | 'unknown' | 'created' | 'done' | 'refused' | 'unconfirmed'
    /** Made of the name: requests of one name wait for each other. Empty for a draft, as the next. */
    lane: string
    /** Under which the created project's external link is written. */
    external_id: string
    /** How often the tracker was asked to create it. */
    tries: number
    project_uuid: string | null
    /** Why it was refused or waits, a sentence a line. */
    error: string | null
    request_id: string | null
    attempted_at: number | null
    created_at: number
    settled_at: number | null
  }
  /** Who a person of the tracker is in Slack, where somebody said it; without a row the e-mail address decides. */
  person_link: {
    tracker_uuid: string
    /** Null: nobody of this workspace. */
    slack_user: string | null
    set_by: string
    set_at: number
  }
  /** What the author of a reply was last told of who reads it, once a thread and person. */
  receipt: {
    channel: string
    thread_ts: string
    user_id: string
    readers: 'customers' | 'team' | 'unknown'
    told_at: number
  }
  /** Where a person last opened the pane of a project or task; `ref` is `type:id` of Slack's external reference. */
  work_object_view: {
    user_id: string
    ref: string
    channel: string
    seen_at: number
  }
  /** Small facts that outlive a process: the API user's uuid, the turn of the next write. */
  setting: {
    key: string
    value: string
  }
}
