import type { HomeView, KnownBlock, View } from '@slack/types'
import type { WorkObject } from '../messages/work-objects/work-object.ts'
import type { WorkObjectCalls } from './web-work-objects.ts'

export interface Outgoing {
  channel: string
  text: string
  blocks: readonly KnownBlock[]
  threadTs?: string | undefined
  /** Also shows a thread reply in the channel. */
  broadcast?: boolean | undefined
  /** The author's name and picture in place of the app's. */
  username?: string | undefined
  iconUrl?: string | undefined
  /** Ends up in the message's metadata, by which `findDelivery` knows it again. */
  deliveryId?: string | undefined
  /** In the metadata too: what the message is about, so that its thread is known should the ledger be lost. */
  about?: { kind: string; uuid: string } | undefined
  /** A UUID that is the same at each attempt: Slack may drop what it has already. */
  clientMessageId?: string | undefined
}

export interface Person {
  id: string
  name: string
  email: string | undefined
  imageUrl: string | undefined
  /** The name of their organization, where it is another one and known. */
  company?: string | undefined
  /** IANA name, where Slack says. */
  timeZone?: string | undefined
  /** Of another organization, in a Slack Connect channel. */
  stranger: boolean
  /** An admin or owner of our workspace. */
  admin: boolean
}

/** What Slack says of our token, and its clock. */
export interface Diagnosis {
  teamName: string
  botName: string
  /** Granted to the token; undefined where this Slack does not say. */
  scopes: readonly string[] | undefined
  /** How far our clock is ahead of Slack's, in ms; negative when it is behind. */
  skewMs: number | undefined
}

/** What the metadata of one of our messages says. */
export interface OurMessage {
  deliveryId: string
  about: { kind: string; uuid: string } | undefined
}

export interface Channel {
  id: string
  name: string
  /** People of another organization are in it, or are invited. True when nobody can tell. */
  shared: boolean
  /** Slack did not say who reads it. */
  unread: boolean
  archived: boolean
  member: boolean
}

/** Slack as the use-cases see it. Every method throws `SlackProblem`. */
export interface Slack extends WorkObjectCalls {
  identity(): Promise<{
    userId: string
    botId: string
    teamId: string
    teamName: string
    /** The organization of several workspaces that ours belongs to, where it does. */
    enterpriseId?: string | undefined
  }>
  /** Asks Slack whether our token is good, now. */
  check(): Promise<void>
  /** The same, with all that the answer tells. */
  diagnose(): Promise<Diagnosis>
  post(message: Outgoing): Promise<{ ts: string }>
  update(message: { channel: string; ts: string; text: string; blocks: readonly KnownBlock[] }): Promise<void>
  /** The message that carries this delivery's id, if it was posted at or after `sinceMs`. */
  findDelivery(where: {
    channel: string
    threadTs: string | undefined
    deliveryId: string
    sinceMs: number
    /** Default a quarter of an hour later. */
    untilMs?: number | undefined
  }): Promise<{ ts: string } | undefined>
  /**
   * What Slack has of threads under apps' messages, in the form of its `message` events: replies since one moment,
   * to roots posted since another; in a thread the oldest first, its root and what is older possibly among them.
   */
  saidInThreads(where: { channel: string; sinceMs: number; rootsSinceMs: number }): AsyncIterable<object>
  /** What the message at the root of a thread carries; undefined for what is not of ours. */
  rootOfThread(channel: string, ts: string): Promise<OurMessage | undefined>
  /**
   * As `findDelivery`, in the conversation with one person, or in a channel. Undefined too where the app may not read those: they
   * take scopes of their own, which nothing else needs.
   */
  findDirect(where: {
    user: string
    deliveryId: string
    sinceMs: number
  }): Promise<{ ts: string } | undefined>
  ephemeral(message: Outgoing & { user: string }): Promise<void>
  react(channel: string, ts: string, name: string): Promise<void>
  unreact(channel: string, ts: string, name: string): Promise<void>
  /** Pins a message to its channel; one that is pinned already is as good. */
  pin(channel: string, ts: string): Promise<void>
  unpin(channel: string, ts: string): Promise<void>
  permalink(channel: string, ts: string): Promise<string | undefined>
  /** Cached for a minute; a channel that cannot be read counts as shared. */
  channel(id: string): Promise<Channel>
  forgetChannel(id: string): void
  /** Public channels that are not archived, the first three thousand; remembered for five minutes. */
  publicChannels(): Promise<readonly Pick<Channel, 'id' | 'name'>[]>
  /** Ids of the channels that this person is in, as far as the app can see them. */
  channelsOf(user: string): Promise<ReadonlySet<string>>
  /** Cached for ten minutes; a person who cannot be read has their id for a name. */
  person(id: string): Promise<Person>
  personByEmail(email: string): Promise<Person | undefined>
  /** Everybody of our workspace who is no bot and has not left, five thousand at most. Cached for ten minutes. */
  members(): Promise<readonly Person[]>
  /** Puts a card under each of these links of a message. */
  unfurl(message: {
    channel: string
    ts: string
    cards: readonly { url: string; title: string; text: string; blocks: readonly KnownBlock[] }[]
    /** The same as Work Objects, for clients that show these instead. */
    entities?: readonly WorkObject[]
  }): Promise<void>
  openView(triggerId: string, view: View): Promise<{ viewId: string }>
  /** On top of the dialog in which the trigger was pressed. */
  pushView(triggerId: string, view: View): Promise<void>
  /** What this person sees on the app's Home tab from now on. */
  publishHome(user: string, view: HomeView): Promise<void>
  /** By its id, or by the `external_id` it was made with; `not_found` when it is closed or not there yet. */
  updateView(viewId: string | { externalId: string }, view: View): Promise<void>
}
