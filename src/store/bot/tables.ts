import type { Generated } from 'kysely'

/** Times are milliseconds; `facts` and the like are JSON text. */
export interface BotTables {
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
  /** Which channel receives what. `target` is a project's uuid, an account's name, or empty for `all`. */
  subscription: {
    channel: string
    scope: 'project' | 'account' | 'all'
    target: string
    label: string
    /** JSON array of event names. */
    events: string
    created_by: string
    created_at: number
    paused_at: number | null
    paused_reason: string | null
    /** 1: the channel was shared with another organization when somebody subscribed it, who knew. */
    shared_when_made: number
    /** When somebody last said that the channel is to receive this. */
    confirmed_at: number
  }
  /** The bot's index of projects: what it needs to route and to link, refreshed when it is used. */
  known_project: {
    uuid: string
    name: string
    account_name: string | null
    internal_url: string | null
    portal_url: string | null
    seen_at: number
  }
  known_task: {
    uuid: string
    project_uuid: string
    name: string
    /** 1, 0, or null where nobody said. */
    is_internal: number | null
    deleted_at: number | null
    seen_at: number
  }
  /** How a channel wants to be spoken to; one without a row has the defaults. */
  channel_setting: {
    channel: string
    /** JSON of `ChannelSettings`. */
    settings: string
    changed_by: string
    changed_at: number
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
    state: 'stored' | 'sending' | 'unknown' | 'done' | 'refused' | 'unconfirmed' | 'cancelled'
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
  /** Small facts that outlive a process: the API user's uuid, the turn of the next write. */
  setting: {
    key: string
    value: string
  }
}
