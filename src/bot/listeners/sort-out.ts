import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { Seen } from '../instance.ts'
import type { Slack } from '../slack/slack.ts'

export interface Watched {
  seen: Pick<Seen, 'rateLimitedAt' | 'otherTeams'>
  slack: Pick<Slack, 'known'>
  log: Log
  now: () => number
}

const installs = z.looseObject({
  type: z.literal('event_callback'),
  authorizations: z.array(z.looseObject({ team_id: z.string().nullish() })).min(1),
})

/** Slack names the workspaces in which the app hears an event; in an organization of several, any may be named. */
const isForOthers = (body: unknown, own: ReturnType<Slack['known']>): boolean => {
  const { data } = installs.safeParse(body)
  if (!data || !own || own.enterpriseId !== undefined) return false
  return data.authorizations.every(({ team_id: team }) => typeof team === 'string' && team !== own.teamId)
}

/** What Bolt knows no listener for: that Slack keeps events back, and events of workspaces that are not ours. */
export const sortOut = (app: App, { seen, slack, log, now }: Watched): void => {
  const process = app.processEvent.bind(app)
  app.processEvent = async (event) => {
    if (event.body['type'] === 'app_rate_limited') {
      seen.rateLimitedAt = now()
      log.error('Slack keeps events back, because there were too many: replies of that time may be missing')
      return event.ack()
    }
    if (isForOthers(event.body, slack.known())) {
      seen.otherTeams += 1
      log.warn('an event of another workspace was left alone: the token is of this workspace only')
      return event.ack()
    }
    return process(event)
  }
}
