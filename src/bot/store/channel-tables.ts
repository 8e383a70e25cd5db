/** What people said of a channel: what it receives, and how it wants to be spoken to. */
export interface ChannelTables {
  /** Which channel receives what. `target` is a project's uuid, an account's name, or empty for `all`. */
  subscription: {
    channel: string
    scope: 'project' | 'account' | 'all'
    target: string
    label: string
    /** JSON array of event names; JSON `null`: those of the channel's settings. */
    events: string
    created_by: string
    created_at: number
    paused_at: number | null
    paused_reason: string | null
    /** 1: the channel was shared with another organization when somebody subscribed it, who knew. */
    shared_when_made: number
    /** When somebody last said that the channel is to receive this. */
    confirmed_at: number
    /** The account's own id, where the tracker tells one: what stays when it is renamed. */
    account_id: string | null
    /** When its maker was told that the tracker has no project of the account any more. */
    account_lost_at: number | null
  }
  /** Channels in which nothing new is posted for a while; null: until somebody turns it on again. */
  channel_mute: {
    channel: string
    muted_until: number | null
    muted_by: string
    muted_at: number
  }
  /** What is posted in a channel, and how; one without a row has the defaults. */
  channel_setting: {
    channel: string
    /** JSON of `ChannelSettings`. */
    settings: string
    changed_by: string
    changed_at: number
  }
  /** Until when a channel's digests have told. */
  channel_digest: {
    channel: string
    since: number
  }
}
