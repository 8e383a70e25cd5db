import type { Generated } from 'kysely'
import type { KnownTables } from './known-tables.ts'

/** As one installation sees them. Times are in ms. Flags are 1, 0, or null if unknown. `facts` and the like are JSON. */
export interface BotTables extends KnownTables {
  /** Each tracker webhook that was answered with 200, once. */
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
  /** One row per message in Slack. It has what the message should say, and which of it Slack shows. */
  post: {
    id: Generated<number>
    /** Also in the message's metadata, so that the message can be found after a crash. */
    uuid: string
    channel: string
    kind: string
    /** The message's subject. Unique with channel and kind, so that nothing is posted twice. */
    object_uuid: string
    /** The root of the message's thread, by kind and object. */
    on_kind: string | null
    on_uuid: string | null
    facts: string
    /** JSON of `Form`: how it was posted, which stays when the facts change. */
    form: string
    /** Grows with each change of the facts. */
    wanted: number
    /** The `wanted` that Slack shows, or that is being sent. 0: nothing, or the same facts for other readers than now. */
    shown: number
    /** The event that it is about, and that of the last change. */
    inbox_id: number | null
    change_id: number | null
    /** `kept`: it has no job, because a card is posted with the first message that needs it. */
    state: 'kept' | 'waiting' | 'sending' | 'posted' | 'skipped' | 'failed'
    attempted_at: number | null
    ts: string | null
    /** Why it isn't posted. Of a posted one: why Slack doesn't show the last change. */
    error: string | null
    created_at: number
    settled_at: number | null
    /** When Slack showed the last change. */
    changed_at: number | null
  }
  /** A comment from Slack on its way to the tracker: a thread reply or `/onboard comment`. */
  reply: {
    id: Generated<number>
    /** What Slack may deliver twice: `channel:ts` or `command:trigger id`. */
    source: string
    channel: string
    /** Null for a command. */
    ts: string | null
    thread_ts: string | null
    user_id: string
    task_uuid: string
    text: string
    /**
     * Set while the message in Slack shows other words than the tracker has: those, hashed, or `reply-ID` of the comment
     * that is being sent as their correction.
     */
    sent: string | null
    /** JSON array of `{name, permalink}`. */
    files: string
    /** `draft`: waits for its author’s *Send*. */
    state: 'draft' | 'stored' | 'unknown' | 'done' | 'refused' | 'unconfirmed' | 'cancelled'
    /** The reaction that the message should have: ⏳, ✅, ⚠️, or none yet. Always empty for a command. */
    reaction: '' | 'hourglass_flowing_sand' | 'warning' | 'white_check_mark'
    reacted: string
    /** Earlier ones that may still be there, with spaces between them. */
    leftover: string
    error: string | null
    request_id: string | null
    created_at: number
    settled_at: number | null
  }
  /** The comments of a reply: one, or several in order if the text is too long. */
  reply_comment: {
    reply_id: number
    part: number
    task_uuid: string
    body: string
    state: 'waiting' | 'sending' | 'unknown' | 'done'
    attempted_at: number | null
    comment_uuid: string | null
  }
  /** A project that a person asked for: the submitted form and its result. */
  project_request: {
    id: Generated<number>
    /** `view:ID` of the dialog, which may be submitted twice. */
    source: string
    user_id: string
    project_name: string
    /** JSON of `ProjectForm`. */
    form: string
    state: 'draft' | 'stored' | 'sending' | 'unknown' | 'created' | 'done' | 'refused' | 'unconfirmed'
    /** Derived from the name, so that requests for one name run in sequence. Empty for a draft, as is `external_id`. */
    lane: string
    external_id: string
    tries: number
    project_uuid: string | null
    error: string | null
    request_id: string | null
    attempted_at: number | null
    created_at: number
    settled_at: number | null
  }
  /** What each channel receives. `target`: a project's uuid, an account's name, or empty for `all`. */
  subscription: {
    channel: string
    scope: 'project' | 'account' | 'all'
    target: string
    label: string
    /** JSON array of event names. JSON `null` means the channel's events. */
    events: string
    created_by: string
    created_at: number
    paused_at: number | null
    paused_reason: string | null
    /** The key of the readers from outside that a person confirmed. */
    readers: string
    confirmed_at: number
    /** The account's id, if the tracker has one. It survives a rename. Of a project: its account's. */
    account_id: string | null
    /** Of a project: its account's name when it was confirmed. */
    account_name: string | null
  }
  channel_mute: {
    channel: string
    /** Null: until somebody unmutes it. */
    muted_until: number | null
    muted_by: string
    muted_at: number
  }
  /** JSON of `ChannelSettings`. No row: the defaults. */
  channel_setting: {
    channel: string
    settings: string
    changed_by: string
    changed_at: number
  }
  made_channel: {
    project_uuid: string
    /** As asked for. People may rename the channel. */
    name: string
    is_private: number
    asked_by: string
    asked_in: string | null
    /** JSON of `Teammate`s to invite. */
    people: string
    /** JSON array of names that Slack refused. */
    taken: string
    /** `sending`: Slack may have made it. `made`: it exists, and is being set up. */
    state: 'stored' | 'sending' | 'made' | 'done' | 'refused'
    channel: string | null
    attempted_at: number | null
    /** JSON of `Invitations` by Slack Connect. */
    invitations: string
    /** When it became shared by one of these. */
    shared_at: number | null
    created_at: number
  }
  /** The end of the period that a channel's digests have covered. */
  channel_digest: {
    channel: string
    since: number
  }
  /** Set by a person. No row: matched by email address. */
  person_link: {
    tracker_uuid: string
    /** Null: not in this workspace. */
    slack_user: string | null
    set_by: string
    set_at: number
  }
  /**
   * Threads that people began and that became a task's, and those of its former cards. In each channel, the task's
   * comments go to the thread that became its own last.
   */
  task_thread: {
    channel: string
    thread_ts: string
    task_uuid: string
    joined_by: string
    joined_at: number
    /** Since when the app posts nothing there. Replies still become comments. Null: it posts there. */
    left_at: number | null
  }
  /** Small values that survive restarts: the API user's uuid, the time of the next write. */
  setting: {
    key: string
    value: string
  }
}
