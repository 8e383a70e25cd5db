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

/** The workspaces that receive an event. In an Enterprise Grid organization, Slack may list any. */
const isForOthers = (body: unknown, own: ReturnType<Slack['known']>): boolean => {
  const { data } = installs.safeParse(body)
  if (!data || !own || own.enterpriseId !== undefined) return false
  return data.authorizations.every(({ team_id: team }) => typeof team === 'string' && team !== own.teamId)
}

/** Handles what Bolt has no listener for: rate-limit notices, and events of other workspaces. */
export const screenEvents = (app: App, { seen, slack, log, now }: Watched): void => {
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
