import type { BotDeps } from '../deps/deps.ts'
import type { AroundCall } from '../slack/bolt.ts'
import type { AroundTracker } from '../installations/connection/watch-tracker.ts'

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
