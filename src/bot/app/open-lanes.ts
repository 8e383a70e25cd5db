import { type LaneOptions, type Lanes, openLanes } from '../../lanes/lanes.ts'
import { hideSecrets, type Log } from '../../log.ts'
import type { BotDatabase } from '../store/database.ts'
import { traceOf } from '../deps/traced-lanes.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type BotToken, type SlackApp, slackClients, type AroundCall } from '../slack/bolt.ts'
import type { Slack } from '../slack/web-slack.ts'
import { slackClock } from '../slack/slack-clock.ts'
import { createSlack } from '../slack/web-slack.ts'
import type { AroundTracker } from '../installations/connection/tracker-connection.ts'

interface AroundCalls {
  readonly slack: AroundCall
  readonly tracker: AroundTracker
}

/** What metrics and the log learn of each call. The tracker's client has log lines of its own. */
export const aroundCalls = ({ log, metrics }: Pick<BotDeps, 'log' | 'metrics'>): AroundCalls => ({
  slack: async (method, call) => {
    const answer = await metrics.slackCall(method, call)
    log.debug({ method }, 'Slack answered')
    return answer
  },
  tracker: (endpoint, call) => metrics.trackerCall(endpoint, call),
})

/** Limit for work in progress at shutdown, in ms: Ctrl-C should take under 5 s. */
export const stopMs = 2_000

export const lanesOver = (
  database: BotDatabase,
  log: Log,
  now: () => number,
  options: LaneOptions | undefined,
): Lanes =>
  openLanes(database.lanes, {
    now,
    graceMs: stopMs,
    redact: hideSecrets,
    onError: (error, job) =>
      log.warn(
        { reason: (error as Error).message, kind: job?.kind, lane: job?.lane, trace: traceOf(job?.payload) },
        'a job will be tried again',
      ),
    ...options,
  })

/** Slack with an installation's token. All installations share the clock and what does the calls. */
export const slackWith = (
  app: SlackApp,
  surroundings: Pick<BotDeps, 'log' | 'now' | 'metrics'>,
): ((botToken: BotToken) => Slack) => {
  const { log, now } = surroundings
  const clock = slackClock(now)
  const clientWith = slackClients(app, log, clock, aroundCalls(surroundings).slack)
  return (botToken) => createSlack(clientWith(botToken), clock)
}
