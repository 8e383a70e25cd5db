import { createHmac, randomUUID } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { type BotOptions, startBot } from '../../../src/bot/bot.ts'
import type { Comment } from '../../../src/contract/comment.ts'
import type { EventName } from '../../../src/contract/event.ts'
import { createLog } from '../../../src/log.ts'
import { openDatabase } from '../../../src/bot/store/database.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { type StandInSlack, standInSlack } from './stand-in-slack.ts'
import { apiUser, project, type StandInTracker, standInTracker, task, taskUuid } from './stand-in-tracker.ts'

export const secret = 'a-webhook-secret-for-tests'
const signingSecret = 'signing-secret'
export const channel = 'C0ACME'
export const dana = 'U0DANA'

let events = 0

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

export const quiet = createLog('silent')

/** `tracker`: one's own, where `api` is another way to it. */
type Changes = Partial<BotOptions> & { engine?: 'sqlite' | 'postgres'; tracker?: StandInTracker }

interface Surroundings {
  databaseUrl: string
  slack: StandInSlack
  tracker: StandInTracker
}

/** One process of the bot, so to speak: several may share a database, a Slack and a tracker. */
export const startNode = async ({ databaseUrl, slack, tracker }: Surroundings, changes: Changes = {}) => {
  const database = await openDatabase(databaseUrl)
  const bot = await startBot({
    slack: { mode: 'http', botToken: 'xoxb-test', signingSecret, apiUrl: slack.apiUrl },
    api: tracker.api,
    trackerUrl: 'https://tracker.example',
    database,
    log: quiet,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    webhookSecret: secret,
    subscribe: 'off',
    apiUserUuid: apiUser,
    ...changes,
  })
  const close = async () => {
    await bot[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return { bot, database, close }
}

/** A whole bot on real HTTP and a real database, between a stand-in Slack and a stand-in tracker. */
export const runningBot = async (changes: Changes = {}) => {
  const slack = await standInSlack()
  const tracker = changes.tracker ?? standInTracker()
  const databaseUrl = await freshDatabaseUrl(changes.engine ?? 'sqlite')
  const start = () => startNode({ databaseUrl, slack, tracker }, changes)
  let running = await start()
  onTestFinished(async () => {
    await running.close()
    await slack[Symbol.asyncDispose]()
  })

  const hook = (body: unknown, at: string = secret) =>
    fetch(`${running.bot.url}/webhooks/onboarding/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const signed = async (body: string, type: string, stampedAt = Math.floor(Date.now() / 1_000)) => {
    const signature = createHmac('sha256', signingSecret).update(`v0:${stampedAt}:${body}`).digest('hex')
    const response = await fetch(`${running.bot.url}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': String(stampedAt),
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    })
    if (response.ok) slack.check('acknowledgement', await response.clone().text())
    return response
  }
  const slackEvent = (event: object, eventId: string = `Ev${randomUUID()}`) =>
    signed(
      JSON.stringify({
        type: 'event_callback',
        team_id: 'T1',
        api_app_id: 'A1',
        event_id: eventId,
        event_time: 1,
        event,
      }),
      'application/json',
    )
  /** Runs a slash command and returns what was answered through the response URL. */
  const command = async (
    text: string,
    facts: Record<string, string> = {},
  ): Promise<{ text: string; response_type: string }> => {
    const answered = Promise.withResolvers<{ text: string; response_type: string }>()
    const { default: fastify } = await import('fastify')
    const sink = fastify({ forceCloseConnections: true })
    sink.post('/respond', (request) => {
      slack.check('respond', request.body as Record<string, unknown>)
      answered.resolve(request.body as { text: string; response_type: string })
      return { ok: true }
    })
    const responseUrl = `${await sink.listen({ host: '127.0.0.1', port: 0 })}/respond`
    const form = new URLSearchParams({
      command: '/onboard',
      text,
      channel_id: channel,
      channel_name: 'acme',
      user_id: dana,
      team_id: 'T1',
      api_app_id: 'A1',
      trigger_id: randomUUID(),
      response_url: responseUrl,
      ...facts,
    })
    await signed(form.toString(), 'application/x-www-form-urlencoded')
    const answer = await answered.promise
    await sink.close()
    return answer
  }
  return {
    slack,
    tracker,
    get bot() {
      return running.bot
    },
    get database() {
      return running.database
    },
    databaseUrl,
    hook,
    signed,
    slackEvent,
    command,
    /** Everything that is due is done: no lane is running or waiting. */
    idle: () => running.bot.deps.lanes.idle(),
    restart: async () => {
      await running.close()
      running = await start()
    },
    until: <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 10 }),
  }
}
export type RunningTestBot = Awaited<ReturnType<typeof runningBot>>

/** A bot whose channel receives the demo project, with a customer's comment already in its thread. */
export const botWithThread = async (changes: Changes = {}) => {
  const running = await runningBot(changes)
  await running.command(`subscribe "${project.name}"`)
  const comment = running.tracker.addComment({ message_plain: 'Where do we start?' })
  await running.hook(commentEvent(comment))
  await running.idle()
  const root = running.slack.roots(channel).at(-1)
  if (!root) throw new Error('no task card was posted')
  /** A person answers in the thread. */
  const say = (text: string, facts: object = {}, ts = `${1_763_800_000 + ++events}.000100`) =>
    running
      .slackEvent({
        type: 'message',
        channel,
        user: dana,
        text,
        ts,
        thread_ts: root.ts,
        channel_type: 'channel',
        ...facts,
      })
      .then((response) => ({ ts, response }))
  return {
    ...running,
    get bot() {
      return running.bot
    },
    get database() {
      return running.database
    },
    comment,
    root,
    say,
  }
}
