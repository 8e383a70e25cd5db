import type { OnboardingApi } from '../contract/api.ts'
import type { Log } from '../log.ts'
import type { Database } from './store/database.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { BotLanes, Payload } from './payloads.ts'
import type { Instance } from './instance.ts'
import type { Metrics } from './http/metrics.ts'
import type { Slack } from './slack/slack.ts'

/** A reply to a task, for sure. */
export interface AcceptedReply {
  readonly reply: Payload<'lost-thread'>
  readonly task: { readonly uuid: string; readonly name: string | undefined; readonly deleted: boolean }
  readonly now: number
}

/** What every use-case is given. Nothing else in the bot reaches for a clock, an id or the network. */
export interface BotDeps {
  readonly api: OnboardingApi
  readonly slack: Slack
  readonly database: Database
  readonly lanes: BotLanes
  /** Resolves when the reply is durable; those that come together share a transaction. */
  readonly storeReply: (accepted: AcceptedReply) => Promise<void>
  /** What a failover may lose, though it was acknowledged. */
  readonly acknowledged: Pick<Acknowledged, 'keep'>
  readonly log: Log
  readonly now: () => number
  readonly newUuid: () => string
  /** Begins work after so many ms, unless the process ends before. */
  readonly later: (ms: number, work: () => Promise<void>) => void
  /** The API key's own user, if the admin said so; otherwise it is learnt from the first comment. */
  readonly apiUserUuid: string | undefined
  /** The integration under which external links are written; undefined: none are. */
  readonly integrationUuid: string | undefined
  /** How long a comment whose POST got no usable answer is waited for, by its echo. */
  readonly echoWaitMs: number
  /** A reply that waits for longer bears ⏳. */
  readonly pendingSignMs: number
  /** How long the pane beside a Work Object waits for the tracker before it shows what is remembered. */
  readonly paneWaitMs: number
  /** How long doctor waits for one check: they run side by side. */
  readonly doctorWaitMs: number
  /** So many lines a minute a project may say in a channel; what is more becomes one message that counts. */
  readonly burstSize: number
  /** How this bot is set up, and what came to this process. */
  readonly instance: Instance
  readonly metrics: Metrics
}
