import { type LaneOptions, type Lanes, openLanes } from '../../lanes/lanes.ts'
import type { MachineClock } from '../kit/time.ts'
import type { Background } from '../deps/background.ts'
import type { BotDeps, Limits } from '../deps/deps.ts'
import { type BotToken, type SlackApp, slackClients, slackClock } from '../slack/client.ts'
import { type Slack, createSlack } from '../slack/web-slack.ts'
import type { BotDatabase } from '../store/database.ts'
import type { Connecting } from '../installations/connecting.ts'
import { hideSecrets, type Log } from '../../log.ts'

export interface SharedDeps extends Pick<
  BotDeps,
  'log' | 'now' | 'ticks' | 'newUuid' | keyof Limits | 'metrics'
> {
  readonly slackWith: (botToken: BotToken) => Slack
  readonly database: BotDatabase
  readonly lanes: Lanes
  readonly background: Background
  readonly instance: Omit<BotDeps['instance'], 'idOf' | 'access'>
  /** Slack does not let the app into the workspace any more. */
  readonly onLeft: (installation: number, reason: string, at: number) => Promise<boolean>
  readonly connecting: ((installation: number) => Connecting) | undefined
  /** Identifies the bot's database. */
  readonly key: string
}

/** Limit for work in progress at shutdown, in ms: Ctrl-C should take under 5 s. */
export const stopMs = 2_000

export const lanesOver = (database: BotDatabase, log: Log, now: () => number, options: LaneOptions): Lanes =>
  openLanes(database.lanes, {
    now,
    graceMs: stopMs,
    redact: hideSecrets,
    onError: (error, job) =>
      log.warn(
        { reason: (error as Error).message, kind: job?.kind, lane: job?.lane },
        'a job will be tried again',
      ),
    ...options,
  })

/** All installations share the clock and what does the calls. */
export const slackWith = (
  app: SlackApp,
  { log, now, metrics }: Pick<BotDeps, 'log' | 'now' | 'metrics'>,
  machine: MachineClock,
): ((botToken: BotToken) => Slack) => {
  const clock = slackClock(machine, now)
  const clientWith = slackClients(app, log, clock, metrics.slackCalled)
  return (botToken) => createSlack(clientWith(botToken), clock, log)
}
