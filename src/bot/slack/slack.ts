import type { KnownBlock } from '@slack/types'

/** `stranger`: of another organization. `unknown`: Slack did not say; gives no rights. */
export type Role = 'admin' | 'member' | 'guest' | 'stranger' | 'unknown'

/** Slackbot. Neither `users.list` nor `users.info` marks it as a bot. */
export const slackbot = 'USLACKBOT'

interface Named {
  kind: string
  uuid: string
}

export interface Outgoing {
  channel: string
  text: string
  blocks: readonly KnownBlock[]
  threadTs?: string | undefined
  /** Also shows a thread reply in the channel. */
  broadcast?: boolean | undefined
  /** Replaces the app's name and picture. */
  username?: string | undefined
  iconUrl?: string | undefined
  /** In the metadata, for `findPost`. */
  postId?: string | undefined
  /** Its subject, in the metadata: so its thread is known even if all rows are lost. */
  about?: Named | undefined
  /** A UUID that is the same for each attempt: Slack may drop duplicates. */
  clientMessageId?: string | undefined
}

export interface Person {
  id: string
  name: string
  email: string | undefined
  imageUrl: string | undefined
  /** An IANA name. */
  timeZone?: string | undefined
  /** The workspaces of our Enterprise Grid organization that the person is in. */
  workspaces?: readonly string[] | undefined
  role: Role
  /** The workspace or organization of a stranger, if Slack says. */
  organization?: string | undefined
  hasLeft?: boolean | undefined
}

export interface OurMessage {
  postId: string
  about: Named | undefined
}

export interface Channel {
  id: string
  name: string
  /** `hidden`: the app lacks the scope to see it, for example for group direct messages. */
  kind: 'channel' | 'direct' | 'group direct' | 'hidden'
  /** Has guests, or members or invitations of another organization. True when unknown. */
  shared: boolean
  /** Has members or invitations of another organization. True when unknown. */
  external: boolean
  withGuests: boolean
  /** Ids of the other organizations that are in it. Empty for a mere invitation. */
  organizations: readonly string[]
  /** It has people of an organization that Slack does not name. */
  strangers: boolean
  /** Another organization was invited, and none is in it yet. */
  invited: boolean
  /**
   * `refused`: Slack doesn't say who reads it. `pending`: it said so of too few people yet, or the app isn't in it. Only an
   * answer makes a channel the team's.
   */
  readersUnknown: false | 'refused' | 'pending'
  /** Everybody in it, apps included. Undefined if Slack does not list them. */
  members: ReadonlySet<string> | undefined
  /** The IANA zone of who created it, or of one of its people. Undefined if Slack doesn't say. */
  timeZone: string | undefined
  archived: boolean
  member: boolean
}

export interface OwnChannel {
  id: string
  name: string
  formerNames: readonly string[]
  /** The app made it since the time that was asked for. */
  isNew: boolean
}

/** Not of a person, or of a conversation with one. */
export const isChannelId = (id: string): boolean => /^[CG]/.test(id)

export interface Place {
  readonly channel: string
  readonly ts: string
}

export interface PostLook {
  channel: string
  threadTs: string | undefined
  postId: string
  /** By our clock. The search converts it to Slack's. */
  sinceMs: number
}

/** How far a search came. `earlier`: the message is not among those since the call. */
export interface LookAt {
  earlier: boolean
  cursor?: string | undefined
}

export interface Search {
  from?: LookAt | undefined
  reached?: (at: LookAt | undefined) => void
  /** Leaves out the day before the call. */
  onlySince?: boolean
}

export interface Identity {
  userId: string
  botId: string
  teamId: string
  teamName: string
  enterpriseId?: string | undefined
  /** The token is for all workspaces of the organization that have the app. */
  isOrg?: boolean | undefined
}
