import type { BotDeps } from './deps.ts'
import type { AroundCall } from './slack/bolt.ts'
import type { AroundTracker } from './watch-tracker.ts'

interface AroundCalls {
  readonly slack: AroundCall
  readonly tracker: AroundTracker
}

/** What metrics, traces and the log learn of each call. The tracker's client has log lines of its own. */
export const aroundCalls = ({
  log,
  metrics,
  tracing,
}: Pick<BotDeps, 'log' | 'metrics' | 'tracing'>): AroundCalls => ({
  slack: (method, call) =>
    tracing.call(`Slack ${method}`, async () => {
      const answer = await metrics.slackCall(method, call)
      log.debug({ method }, 'Slack answered')
      return answer
    }),
  tracker: (endpoint, call) => tracing.call(`tracker ${endpoint}`, () => metrics.trackerCall(endpoint, call)),
})
