/** The workspace's documents, with Slack's field names, as stored and as sent over the Web API. */

export type Json = Record<string, unknown>

export interface Person {
  id: string
  team_id: string
  /** The short name the page and tests use: `dana`. */
  name: string
  real_name: string
  email: string
  title: string
  color: string
  tz: string
  is_bot: boolean
}

export interface Channel {
  id: string
  name: string
  /** A direct message with the app. `user` is the person in it. */
  is_im: boolean
  user?: string
  topic: string
  purpose: string
  created: number
  is_archived: boolean
  is_private?: boolean
  /** Who made it, if that was the app. */
  creator?: string
  /** Slack Connect: addresses with an invitation that nobody accepted yet. */
  invited?: string[]
  /** The workspace it was made in. */
  team_id: string
  /** Slack Connect: the other companies it is shared with. It has one id in all of their workspaces. */
  connected_team_ids: string[]
  members: string[]
}

export const isShared = (channel: Channel): boolean => channel.connected_team_ids.length > 0

/** What events call the kind of a channel. */
export const channelType = ({ is_im, is_private }: Channel): string =>
  is_im ? 'im' : is_private ? 'group' : 'channel'

/** Every company whose people can be in the channel. */
export const teamIdsOf = (channel: Channel): string[] => [channel.team_id, ...channel.connected_team_ids]

export interface Reaction {
  name: string
  users: string[]
  count: number
}

export interface Message {
  type: 'message'
  ts: string
  subtype?: string
  user?: string
  team?: string
  bot_id?: string
  app_id?: string
  username?: string
  icons?: Json
  text: string
  blocks?: Json[]
  attachments?: Json[]
  files?: Json[]
  metadata?: Json
  thread_ts?: string
  parent_user_id?: string
  edited?: { user: string; ts: string }
  reactions?: Reaction[]
  /** The channel it is pinned to, if any. */
  pinned_to?: string[]
  pinned_info?: Json
  client_msg_id?: string
  /** Our own field: an ephemeral's only reader. Never sent over the Web API. */
  visible_to?: string
}

export type ViewType = 'modal' | 'home'

export interface View extends Json {
  id: string
  type: ViewType
  callback_id: string
  private_metadata: string
  blocks: Json[]
  state: { values: Json }
  hash: string
  root_view_id: string
  previous_view_id: string | null
}

/** Changes sent to the page. `for` names the one person it is for; without it, everyone in the channel. */
export type Change =
  | { kind: 'message' | 'update'; channel: string; message: Message; for?: string }
  | { kind: 'delete'; channel: string; ts: string; for?: string }
  | { kind: 'reaction'; channel: string; ts: string; reactions: Reaction[] }
  | { kind: 'view'; action: 'open' | 'update' | 'push' | 'close' | 'clear'; view?: View; for: string }
  | { kind: 'home'; view: View; for: string }
  | { kind: 'trouble'; channel?: string; ts?: string; text: string; for: string }
  /** The app's content for a Work Object's pane. `trigger` names the request it answers. */
  | { kind: 'pane'; trigger: string; entity?: Json; error?: Json; for: string }
  | { kind: 'channels'; for?: string }
