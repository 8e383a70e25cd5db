import type { LRUCache } from 'lru-cache'
import { type OnboardingApi, apiBy } from '../../contract/api.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../store/database.ts'
import type { BotLanes, Payload } from '../store/payloads.ts'
import type { BotTables } from '../store/tables.ts'
import type { DailyBytes } from '../store/daily-bytes.ts'
import type { Connecting } from '../installations/connecting.ts'
import type { TrackerConnection } from './tracker-connection.ts'
import type { Metrics } from './metrics.ts'
import type { Slack } from '../slack/web-slack.ts'
import type { Team } from '../installations/installation.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { hashOf } from '../../contract/text.ts'

export interface Instance {
  readonly mode: 'http' | 'socket'
  /** Whether Slack's events can reach us. Always true over HTTP, where only a request can tell. */
  readonly connected: () => boolean
  /** The URL at which the tracker reaches us, without a trailing slash. */
  readonly publicUrl: () => string
  /** The same on each of the bot's nodes. Another bot's differs. */
  readonly id: string
  /** The same for the same text, on each of the bot's nodes. Another bot's differs. */
  readonly idOf: (text: string) => string
  readonly seen: Seen
  /** Why the app lost access to the workspace. Undefined once its token works again. */
  readonly access: { removed: string | undefined }
}

/** A header of `GET /healthz` with the bot's id, so that the doctor sees whether PUBLIC_URL leads here. */
export const instanceHeader = 'x-onboarding-instance'

export const instanceId = (key: string): string => hashOf(`instance ${key}`)

export const nothingSeen = () => ({
  /** Slack requests with a good and with a bad signature. Both stay 0 in Socket Mode. */
  signed: 0,
  unsigned: 0,
  lastUnsignedAt: undefined as number | undefined,
  rateLimitedAt: undefined as number | undefined,
  wrongSecret: 0,
})
export type Seen = ReturnType<typeof nothingSeen>

export interface AcceptedReply {
  readonly reply: Payload<'unsure-reply'>
  readonly taskUuid: string
  readonly isTaskDeleted: boolean
  readonly now: number
}

export type EventRow = { id: number } & Pick<
  BotTables['inbox'],
  'event_name' | 'object_uuid' | 'project_uuid' | 'body' | 'received_at'
>

/** How long the bot waits for what, and how much it posts. Tests change these. */
export const usualLimits = {
  /** For a comment's echo after its POST got no usable answer, in ms. */
  echoWaitMs: 60_000,
  /** How long the tracker's record may be behind its event, in ms. */
  recordLagMs: 10_000,
  /** A reply that waits longer than this, in ms, gets ⏳. */
  pendingReactionMs: 3_000,
  /** Cards follow events at most once in this time, in ms. */
  cardSlotMs: 5_000,
  /** How long a Work Object's side panel waits for the tracker before it shows stored facts: Slack waits three seconds. */
  paneWaitMs: 2_000,
  /** How long each doctor check may take, in ms. Checks run in parallel. */
  doctorWaitMs: 6_000,
  /** The most lines per minute for a project in a channel. Further ones are merged into one message. */
  burstSize: 4,
  /** What one installation's tracker may add to the database in a day (UTC), in bytes. */
  dailyBytes: 50_000_000,
}
export type Limits = Readonly<typeof usualLimits>

/** The deps of one installation, passed to every use-case: its only clocks, ids, and ways to Slack and the tracker. */
export interface BotDeps extends Limits {
  readonly api: OnboardingApi
  /** Undefined until an admin has connected the tracker. Until then, `api` refuses every call. */
  readonly tracker: TrackerConnection | undefined
  /** Whether another installation with the same tracker made this comment of somebody's reply. */
  readonly isSentElsewhere: (comment: {
    uuid: string
    taskUuid: string | undefined
    text: string
  }) => Promise<boolean>
  /** Undefined if the environment names its tracker. */
  readonly connecting: Connecting | undefined
  readonly slack: Slack
  readonly database: Database
  readonly lanes: BotLanes
  /** Events that this process stored a moment ago, by id: their jobs need not read them. */
  readonly arrived: LRUCache<number, EventRow>
  /** The last turn on each person's Home tab: the page that was asked for last stays. */
  readonly homeTurns: LRUCache<string, number>
  /** Late replies that this process read in Slack, by their source. */
  readonly readReplies: LRUCache<string, true>
  /** Counts what is stored because of the tracker, against the day's budget. */
  readonly stored: Pick<DailyBytes, 'add'>
  /** Resolves when the reply is stored. Replies that arrive together share a transaction. */
  readonly storeReply: (accepted: AcceptedReply) => Promise<void>
  readonly log: Log
  /** The time in ms, by the clock that all nodes share. */
  readonly now: () => number
  /** Measures durations in ms. */
  readonly ticks: () => number
  readonly newUuid: () => string
  /** Does the work after this time, unless the process stops first. */
  readonly later: (ms: number, work: () => Promise<void>) => void
  /** The API key's own user, if configured. Otherwise learned from the first comment. */
  readonly apiUserUuid: string | undefined
  /** Undefined: no external links are created. */
  readonly integrationUuid: string | undefined
  readonly instance: Instance
  /**
   * Slack does not let the app into the workspace any more. Stops the installation, if it came by OAuth. False if the
   * app was installed again since `at`, in ms.
   */
  readonly leave: (reason: string, at: number) => Promise<boolean>
  readonly metrics: Metrics
}

export interface Workspaces {
  /** Undefined if it is not installed anymore, or paused. `orPaused`: a paused one counts. */
  readonly of: (installation: number, orPaused?: boolean) => Promise<BotDeps | undefined>
  readonly idOf: (team: Team, orPaused?: boolean) => Promise<number | undefined>
  /** Installations that receive a project in this channel, or have or had something to post there. */
  readonly sharing: (channel: string) => Promise<readonly number[]>
  /** Installations whose app is this user. Slack may name another workspace of a shared channel. */
  readonly mentioned: (botUser: string) => Promise<readonly number[]>
}

/** No tracker is connected yet. Lanes wait, and people read what an admin has to do. */
export class NotConnected extends ApiProblem {
  constructor() {
    super('forbidden', 'no tracker is connected yet: an admin connects it on the app’s Home tab')
  }
}

export const notConnected = apiBy(() => Promise.reject(new NotConnected()))
