export interface ChannelTables {
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
    /** JSON array of the names that Slack refused. */
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
}
