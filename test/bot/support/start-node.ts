import { createHmac } from 'node:crypto'
import { apiBy, callOf, type OnboardingApi, type OnCall } from '../../../src/contract/api.ts'
import type { Comment } from '../../../src/contract/comment.ts'
import type { EventName } from '../../../src/contract/event.ts'
import { type BotOptions, startBot } from '../../../src/bot/app/bot.ts'
import { type BotDatabase, defaultInstallation, openDatabase } from '../../../src/bot/store/database.ts'
import { createLog } from '../../../src/log.ts'
import type { StandInSlack } from './slack/stand-in-slack.ts'
import { apiUser, project, type StandInTracker, task, taskUuid } from './stand-in-tracker.ts'

export const channel = 'C0ACME'
export const dana = 'U0DANA'
export const secret = 'a-webhook-secret-for-tests'
export const signingSecret = 'signing-secret'
export const quiet = createLog('silent')

export const signedHeaders = (body: string, type: string, stampedAt = Math.floor(Date.now() / 1_000)) => ({
  'content-type': type,
  'x-slack-request-timestamp': String(stampedAt),
  'x-slack-signature': `v0=${createHmac('sha256', signingSecret).update(`v0:${stampedAt}:${body}`).digest('hex')}`,
})

export const eventCallback = (event: object, eventId: string, team = 'T1', more: object = {}): string =>
  JSON.stringify({
    type: 'event_callback',
    team_id: team,
    api_app_id: 'A1',
    event_id: eventId,
    event_time: Math.floor(Date.now() / 1_000),
    event,
    ...more,
  })

export const hookAt = (url: string, body: unknown, at: string = secret) =>
  fetch(`${url}/webhooks/onboarding/${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

export const readinessAt = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, ...((await response.json()) as { ready: boolean; reasons: string[] }) }
}

let events = 0

/** Times of events are the same whatever ran before in this process. */
export const restartEvents = (): void => {
  events = 0
}

/** The envelope of an event, as the tracker would send it. */
export const envelope = (eventName: string, payload: object, facts: object = {}) => ({
  event_id: 7,
  event_name: eventName,
  object_code: eventName.split('_')[0]?.toUpperCase() ?? '',
  object_name: 'a name',
  timestamp: new Date(1_763_700_000_000 + ++events * 1_000).toISOString(),
  modified: {
    modified_at: '2026-11-21T10:00:00Z',
    modified_by: { full_name: 'Casey Jones', is_customer: true },
  },
  payload,
  ...facts,
})
export const commentEvent = (comment: Comment, name: EventName = 'comment_new', facts: object = {}) =>
  envelope(name, { comment }, facts)
export const projectEvent = (name: EventName, facts: object = {}) =>
  envelope(name, {
    project: { uuid: project.uuid, name: project.name, completed_by_name: 'Dana Smith', ...facts },
  })
export const taskEvent = (name: EventName, facts: object = {}) =>
  envelope(name, {
    project_uuid: project.uuid,
    project_name: project.name,
    task: { uuid: taskUuid, name: task.name, status: 'Completed', ...facts },
  })

/** An API that says how each call ended, as the client does. */
export const watchable = (api: OnboardingApi) => {
  let onCall: OnCall = () => () => undefined
  const watched = apiBy(async (name, ...asked) => {
    const ended = onCall(name)
    try {
      const answer = await callOf(api, name, ...asked)
      ended(undefined)
      return answer
    } catch (error) {
      ended(error)
      throw error
    }
  })
  return { api: watched, watch: (listener: OnCall) => void (onCall = listener) }
}

interface Surroundings {
  databaseUrl: string
  slack: StandInSlack
  tracker: Pick<StandInTracker, 'api'>
}

/** One process of the bot, so to speak: several may share a database, a Slack and a tracker. */
export const startNode = async (
  { databaseUrl, slack, tracker }: Surroundings,
  changes: Partial<BotOptions> = {},
  /** What the bot is to see of its database. */
  as: (database: BotDatabase) => BotDatabase = (database) => database,
) => {
  const database = await openDatabase(databaseUrl)
  const bot = await startBot({
    slack: { mode: 'http', botToken: 'xoxb-test', signingSecret, apiUrl: slack.apiUrl },
    ...watchable(tracker.api),
    trackerUrl: 'https://tracker.example',
    database: as(database),
    log: quiet,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    webhookSecret: secret,
    subscribe: 'off',
    apiUserUuid: apiUser,
    recordLagMs: 0,
    // A busy machine must not look like a tracker that is away.
    pendingReactionMs: 60_000,
    ...changes,
    laneOptions: { retryFactor: 0.1, ...changes.laneOptions },
  })
  const close = async () => {
    await bot[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return { bot, database: database.of(defaultInstallation), everyone: database, close }
}
