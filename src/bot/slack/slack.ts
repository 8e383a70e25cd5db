import type { HomeView, KnownBlock, View } from '@slack/types'
import type { PaneRefusal, WorkObject } from '../kit/cards/work-object.ts'
import type { Standing } from './standing.ts'

/** An object, as in ledger rows. */
export interface Named {
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
  /** Stored in the message's metadata, so that `findDelivery` can find it. */
  deliveryId?: string | undefined
  /** Also in the metadata: the message's subject, so that its thread is known even if the ledger is lost. */
  about?: Named | undefined
  /** A UUID that is the same for each attempt: Slack may drop duplicates. */
  clientMessageId?: string | undefined
}

export interface Person {
  id: string
  name: string
  email: string | undefined
  imageUrl: string | undefined
  /** IANA name. */
  timeZone?: string | undefined
  /** The workspaces of our Enterprise Grid organization that the person is in. */
  workspaces?: readonly string[] | undefined
  standing: Standing
  /** The workspace or organization of a stranger, if Slack says. */
  organization?: string | undefined
  /** Deactivated. */
  hasLeft?: boolean | undefined
}

export interface Diagnosis {
  teamName: string
  botName: string
  /** Undefined if this Slack does not list them. */
  scopes: readonly string[] | undefined
  /** Our clock minus Slack's, in ms. */
  skewMs: number | undefined
}

export interface OurMessage {
  deliveryId: string
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
  readersUnknown: boolean
  /** Where it is: the IANA zone of who created it, or of one of its people. Undefined if Slack doesn't say. */
  timeZone: string | undefined
  archived: boolean
  member: boolean
}

/** A channel that the app is in. */
export interface OwnChannel {
  id: string
  name: string
  formerNames: readonly string[]
  /** The app made it since the time that was asked for. */
  isNew: boolean
}

export interface DeliveryLook {
  channel: string
  threadTs: string | undefined
  deliveryId: string
  /** By our clock. The search converts it to Slack's. */
  sinceMs: number
}

/** Who the app is in this workspace. */
export interface Identity {
  userId: string
  botId: string
  teamId: string
  teamName: string
  enterpriseId?: string | undefined
  /** The token is for all workspaces of the organization that have the app. */
  isOrg?: boolean | undefined
}

/** Every method throws `SlackProblem`. */
export interface Slack {
  identity(): Promise<Identity>
  /** The cached identity. If there is none, starts the look-up and returns undefined. */
  known(): Identity | undefined
  /** The granted scopes. Undefined if this Slack does not list them. */
  check(): Promise<readonly string[] | undefined>
  diagnose(): Promise<Diagnosis>
  post(message: Outgoing): Promise<{ ts: string }>
  update(message: { channel: string; ts: string; text: string; blocks: readonly KnownBlock[] }): Promise<void>
  /** Finds the message with this delivery id, posted at or after `sinceMs`. */
  findDelivery(where: DeliveryLook): Promise<{ ts: string } | undefined>
  /**
   * Messages since `sinceMs`, possibly with older ones: in the channel, in threads under apps' messages since
   * `rootsSinceMs`, and in `threads`.
   */
  said(where: {
    channel: string
    sinceMs: number
    rootsSinceMs: number
    threads?: readonly string[]
  }): AsyncIterable<object>
  /** The metadata of a thread's root. Undefined if the root is not ours. */
  rootOfThread(channel: string, ts: string): Promise<OurMessage | undefined>
  /** Like `findDelivery`, but also undefined if the app lacks the scope to read the conversation. */
  findDirect(where: {
    user: string
    deliveryId: string
    sinceMs: number
  }): Promise<{ ts: string } | undefined>
  ephemeral(message: Outgoing & { user: string }): Promise<void>
  react(channel: string, ts: string, name: string): Promise<void>
  unreact(channel: string, ts: string, name: string): Promise<void>
  /** Also succeeds when the message is already pinned. */
  pin(channel: string, ts: string): Promise<void>
  permalink(channel: string, ts: string): Promise<string | undefined>
  /** Cached for a minute. A channel that cannot be read counts as shared. */
  channel(id: string): Promise<Channel>
  forgetChannel(id: string): void
  /** The name of an organization that shares a channel with us. Undefined if Slack does not say. Cached for an hour. */
  organizationName(id: string): Promise<string | undefined>
  /** An organization-wide app was added to a workspace, or removed from it. */
  forgetWorkspaces(): void
  /** The first 3,000 public channels, without archived ones. Cached for five minutes. */
  publicChannels(): Promise<readonly Pick<Channel, 'id' | 'name'>[]>
  /** This and the next five need optional scopes. The app is in the new channel. Slack refuses a name that is taken. */
  createChannel(wanted: { name: string; isPrivate: boolean }): Promise<{ id: string }>
  /** With archived ones, whose names stay taken. `sinceMs`: by our clock. */
  ownChannels(sinceMs: number): Promise<readonly OwnChannel[]>
  setTopic(channel: string, topic: string): Promise<void>
  /** Also succeeds when the person is already in it. */
  invite(channel: string, user: string): Promise<void>
  /** Slack Connect: Slack sends an email. The person may only write there, and not invite others. */
  inviteByEmail(channel: string, email: string): Promise<void>
  /** Also succeeds when it is already archived. */
  archive(channel: string): Promise<void>
  /** Names by id. Undefined if Slack doesn't send the name. */
  channelsOf(user: string): Promise<ReadonlyMap<string, string | undefined>>
  isIn(channel: string, user: string): Promise<boolean>
  /** Everybody in the channel, apps included. Empty if Slack does not list them. */
  peopleIn(channel: string): Promise<ReadonlySet<string>>
  /** Cached for ten minutes. If Slack hides the person, the result has a general name. */
  person(id: string): Promise<Person>
  personByEmail(email: string): Promise<Person | undefined>
  /** The standing of each, from the workspace's list or from one look-up per person. */
  standings(users: readonly string[]): Promise<readonly Standing[]>
  /** Without guests, bots and deactivated users; at most 5,000. Cached for ten minutes. */
  members(): Promise<readonly Person[]>
  unfurl(message: {
    channel: string
    ts: string
    cards: readonly { url: string; title: string; text: string; blocks: readonly KnownBlock[] }[]
    /** The same cards as Work Objects, for clients that support them. */
    entities?: readonly WorkObject[]
  }): Promise<void>
  /** In the side panel that the person opened. */
  presentDetails(triggerId: string, shown: { entity: WorkObject } | { refusal: PaneRefusal }): Promise<void>
  openView(triggerId: string, view: View): Promise<{ viewId: string }>
  /** Opens on top of the dialog with the pressed trigger. */
  pushView(triggerId: string, view: View): Promise<void>
  publishHome(user: string, view: HomeView): Promise<void>
  /** By id or `external_id`. Fails with `not_found` if the view is closed or not open yet. */
  updateView(viewId: string | { externalId: string }, view: View): Promise<void>
}
