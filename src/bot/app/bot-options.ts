import type { LaneOptions } from '../../lanes/lanes.ts'
import type { Log } from '../../log.ts'
import type { InstallsOptions } from './installs.ts'
import type { OpsPort } from '../../telemetry/ops.ts'
import type { Limits } from '../deps/deps.ts'
import type { Directory, TrackerAccount } from '../installations/installation.ts'
import type { SlackApp } from '../slack/client.ts'
import type { BotDatabase } from '../store/database.ts'

/** Of the environment's tracker: what there is once the client is open. */
type OwnTracker = Partial<Omit<TrackerAccount, 'id' | 'url' | 'hookSecret'>>

export interface BotOptions extends OwnTracker, Partial<Limits> {
  /** Without a token, there is no installation `default`, and the tracker's options are not used. */
  slack: SlackApp & { botToken?: string | undefined }
  /** Part of a hook subscription's key: the same hook on two trackers is two subscriptions. */
  trackerUrl?: string
  database: BotDatabase
  /** What is installed besides `default`. */
  directory?: Directory
  log: Log
  host: string
  port: number
  /** The tracker reaches the bot here. Undefined: `http://host:port`. */
  publicUrl: string | undefined
  /** Serves reasons and metrics. Undefined: on `port`, for loopback only. */
  ops?: OpsPort | undefined
  dataDir?: string
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Time limit for receiving a whole request, in ms. Default 30,000. */
  requestMs?: number
  webhookSecret?: string
  /** Undefined: nobody can install the app by OAuth. */
  installs?: InstallsOptions | undefined
  subscribe: 'auto' | 'off'
  now?: () => number
  newUuid?: () => string
  /** How long a readiness result is cached, in ms. Default 1,000. */
  readyMs?: number
  laneOptions?: LaneOptions
  /** Aborts the start while it waits for a lost database. */
  signal?: AbortSignal
}
