import { createHash } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { keptOf, readEvent } from '../../contract/event.ts'
import { dayMs } from '../../contract/dates.ts'
import { limits } from '../../contract/limits.ts'
import { hasMoreParts, startOf } from '../../contract/text.ts'
import { toStorableText } from '../../database/engine.ts'
import { Busy } from '../../database/group-commit.ts'
import { isUnreachable, isUnwritable } from '../../database/trouble.ts'
import {
  bodyLimit,
  countBodies,
  createBodies,
  limitConnections,
  requestTimes,
  retryAfter,
} from '../../http/bodies.ts'
import { hasTwoHosts } from '../../http/headers.ts'
import { isFromHere, mountOps, type Watched, plainServer } from '../../telemetry/ops.ts'
import { type BotDeps, type Instance, instanceHeader, type Seen } from '../deps/deps.ts'
import { type MachineClock, machineClock } from '../kit/time.ts'
import type { Metrics } from '../deps/metrics.ts'
import type { Tx } from '../store/database.ts'
import { type NewInboxRow, addToInbox, keepNewestUnreadable } from '../store/inbox.ts'
import type { NewBotJob } from '../store/payloads.ts'

const slackPath = '/slack/events'

/**
 * What can be checked before the body is read: Bolt reads it first, and accepts future timestamps, which would allow
 * replays. Uses the system clock, as Bolt does.
 */
const maySign = ({ headers }: IncomingMessage, now: number): boolean => {
  const sentAt = Number(headers['x-slack-request-timestamp'] ?? NaN)
  const isNow = Math.abs(now / 1_000 - sentAt) <= 300
  return isNow && /^v0=[0-9a-f]{64}$/.test(String(headers['x-slack-signature']))
}

/** Closes the connection, so that the unread body is not parsed as the next request. */
const refuse = (response: ServerResponse, status: number, words = '') =>
  response.writeHead(status, { connection: 'close' }).end(words)

const unknownHost =
  'The bot does not know the host of this request: set PUBLIC_URL to the address that is used.'

type StoredAs = 'new' | 'duplicate' | 'aside'

/** Of one installation. */
export interface Inbox {
  readonly store: (row: NewInboxRow) => Promise<StoredAs>
  /** The day's budget is used up. */
  readonly isFull: () => Promise<boolean>
}

/** Stores a webhook for each installation that uses the tracker. */
export type Hook = readonly Inbox[]

/** Of requests with a right secret. */
const hooks = new WeakMap<FastifyRequest, Hook>()

interface ServerOptions extends Pick<Watched, 'health'> {
  /** Undefined in Socket Mode, which needs no HTTP endpoint. */
  slack: RequestListener | undefined
  metrics: Metrics
  instance: Pick<Instance, 'id' | 'seen'>
  now: () => number
  wall?: MachineClock['wall']
  /** Whether a request may use this host name. Undefined: any. */
  knowsHost?: ((host: string | undefined) => boolean) | undefined
  /** Whether people reach the bot by https only. */
  isSecure: boolean
  /** Time limit for receiving a whole request, in ms. Default 30,000. */
  requestMs?: number | undefined
  hasOpsPort: boolean
}

const whatRuns = [
  'Onboarding for Slack runs here: the app that Slack and the tracker send their events to.',
  'It has no pages. In Slack, /onboard help says what it does, and /readyz here says whether it works.',
  'To set it up, see docs/setup.md.\n',
].join('\n')

/** One port for both: Bolt needs Slack's raw bodies, and Fastify serves the rest six times faster. */
export const createBotServer = (options: ServerOptions): FastifyInstance => {
  const { slack, metrics, now, wall = machineClock.wall, instance, knowsHost, hasOpsPort } = options
  const { seen } = instance
  const bodies = createBodies(() => metrics.refused('no room for the body'))
  const fastify: FastifyServerOptions = {
    // A path that can't be decoded is an unknown path.
    frameworkErrors: (_error, _request, { raw }) => void refuse(raw, 404),
    // Secrets may be as long as Node reads them.
    routerOptions: { maxParamLength: maxHeaderSize },
    serverFactory: (handler) =>
      createServer(requestTimes(options.requestMs), (request, response) => {
        if (hasTwoHosts(request)) return void refuse(response, 400, 'The request has two Host headers.')
        if (knowsHost?.(request.headers.host) === false) return void refuse(response, 421, unknownHost)
        if (request.url?.split('?', 1)[0] !== slackPath || !slack) return handler(request, response)
        const countSigned = () => {
          const { statusCode: status } = response
          if (status === 401) {
            seen.unsigned += 1
            seen.lastUnsignedAt = now()
            metrics.refused('bad signature')
          } else if (status < 300) seen.signed += 1
        }
        response.on('finish', countSigned)
        if (request.method !== 'POST') refuse(response, 404)
        // Slack's bodies are smaller than this, and state their length.
        else if (!(Number(request.headers['content-length']) <= bodyLimit)) refuse(response, 413)
        else if (!maySign(request, wall())) refuse(response, 401)
        else if (bodies.take(request, response, { isKnown: false, most: bodyLimit })) slack(request, response)
        else refuse(response.setHeader('retry-after', retryAfter), 503)
      }),
  }
  const server = plainServer(fastify, options.isSecure)
  countBodies(server, bodies, (request) => hooks.has(request))
  limitConnections(server.server, () => metrics.refused('too many connections'))
  server.get('/healthz', (_request, reply) =>
    reply.header(instanceHeader, instance.id).send({ status: 'ok' }),
  )
  server.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send(whatRuns))
  mountOps(server, options, (request) => !hasOpsPort && isFromHere(request))
  return server
}

/** Characters of an unreadable webhook: enough to see what it was. */
const unreadableLength = 10_000
/** An installation keeps the newest of those. */
const mostUnreadable = 1_000

/**
 * The interface's idempotency key: event_name, object uuid and timestamp, and what tells events of one second apart.
 * Hashed when too long. The time comes first, so that new keys are neighbors in their index, and a commit writes few of
 * its pages.
 */
const dedupeKey = (...parts: string[]) => {
  const key = toStorableText(parts.join('|'))
  return key.length <= 300 ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Sets an unreadable webhook aside, so that it does not block the queue. */
export const inboxRowFor = (body: unknown, raw: string, receivedAt: number): NewInboxRow => {
  const read = readEvent(body)
  if (!read.ok) {
    return {
      dedupe_key: `aside:${createHash('sha256').update(raw).digest('hex')}`,
      event_name: toStorableText(read.eventName ?? 'unknown'),
      object_uuid: null,
      project_uuid: null,
      body: startOf(toStorableText(startOf(raw, unreadableLength)), unreadableLength),
      received_at: receivedAt,
      state: 'aside',
      outcome: startOf(`${read.reason}: ${toStorableText(read.detail)}`, 1_000),
    }
  }
  const { version, name, objectUuid, projectUuid } = read.event
  return {
    dedupe_key: dedupeKey(version, name, objectUuid),
    event_name: name,
    object_uuid: startOf(toStorableText(objectUuid), 300),
    project_uuid: projectUuid === undefined ? null : startOf(toStorableText(projectUuid), 300),
    body: JSON.stringify(keptOf(read.event)),
    received_at: receivedAt,
    state: 'waiting',
    outcome: null,
  }
}

/** New webhooks enter their project's lane in order of arrival. */
export const storeWebhooks =
  ({ lanes, arrived, log, stored }: Pick<BotDeps, 'lanes' | 'arrived' | 'log' | 'stored'>) =>
  async (tx: Tx, rows: readonly NewInboxRow[]): Promise<StoredAs[]> => {
    const added = await addToInbox(tx, rows)
    const jobs: NewBotJob[] = []
    const results: StoredAs[] = []
    for (const row of rows) {
      const inbox = added.get(row.dedupe_key)
      // A webhook that appears twice in one batch counts as new once.
      added.delete(row.dedupe_key)
      const isAside = row.state === 'aside'
      results.push(inbox === undefined ? 'duplicate' : isAside ? 'aside' : 'new')
      if (inbox !== undefined) tx.afterCommit(() => stored.add(1, row.body.length))
      if (inbox === undefined || isAside) continue
      const trace = `event-${inbox}` as const
      tx.afterCommit(() => {
        arrived.set(inbox, { ...row, id: inbox }, { size: row.body.length + 1 })
        log.debug({ trace, event: row.event_name }, 'a webhook is stored')
      })
      jobs.push({ kind: 'event', lane: row.project_uuid ?? 'no-project', payload: { inbox }, trace })
    }
    if (results.includes('aside')) await keepNewestUnreadable(tx, mostUnreadable)
    await lanes.enqueue(tx, jobs)
    return results
  }

/** Undefined for a body that is not JSON. One that has too many parts to be worth reading is set aside. */
const readRow = (bytes: Buffer, receivedAt: number): NewInboxRow | undefined => {
  // Some programs put a byte order mark before their JSON.
  const raw = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (hasMoreParts(raw, limits.answerParts)) return inboxRowFor(undefined, raw, receivedAt)
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    return undefined
  }
  return inboxRowFor(body, raw, receivedAt)
}

const dailyBytesWords =
  'This tracker’s events have used up what the bot stores in a day. It takes more after midnight (UTC).'

const secondsToMidnight = (now: number): number => Math.ceil((dayMs - (now % dayMs)) / 1_000)

interface IngestOptions {
  /** Undefined: the secret is wrong. */
  hookOf: (secret: string) => Promise<Hook | undefined>
  now: () => number
  metrics: Pick<Metrics, 'stored' | 'ingested' | 'refused'>
  instance: { readonly seen: Pick<Seen, 'wrongSecret'> }
}

/**
 * `POST /webhooks/onboarding/{secret}` answers 200 once the webhook is stored, without waiting for Slack or
 * the tracker. Otherwise: 404 for a wrong secret, before the body is read; 413 over 1 MiB; 400 if the body is
 * not JSON; 503 if too many webhooks wait or the database can't be reached or written to, so that the sender retries;
 * 429 once the tracker's events have added as much to the database as they may in a day.
 */
export const mountIngest = (server: FastifyInstance, options: IngestOptions): void => {
  server.register((scope, _, ready) => {
    const { hookOf, now, metrics, instance } = options
    scope.addHook('onResponse', (_request, reply, done) => {
      metrics.ingested(reply.statusCode, reply.elapsedTime)
      done()
    })
    scope.removeAllContentTypeParsers()
    // The row takes the body's place, so that its raw and its parsed form aren't both kept.
    const parse = async (_request: unknown, bytes: Buffer) => readRow(bytes, now())
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, parse)
    scope.post<{ Params: { secret: string }; Body: NewInboxRow | undefined }>(
      '/webhooks/onboarding/:secret',
      {
        bodyLimit,
        onRequest: async (request, reply) => {
          const hook = await hookOf(request.params.secret)
          if (hook) {
            const full = await Promise.all(hook.map((inbox) => inbox.isFull()))
            if (!full.includes(true)) return void hooks.set(request, hook)
            metrics.refused('daily bytes')
            return reply
              .code(429)
              .header('retry-after', secondsToMidnight(now()))
              .send({ message: dailyBytesWords })
          }
          instance.seen.wrongSecret += 1
          metrics.refused('wrong secret')
          return reply.callNotFound()
        },
        handler: async (request, reply) => {
          const { body: row } = request
          if (!row) return reply.code(400).send({ message: 'The body is not JSON.' })
          const inboxes = hooks.get(request) ?? []
          const results = await Promise.all(inboxes.map(({ store }) => store(row)))
          for (const result of results) metrics.stored(result)
          return { stored: true }
        },
        errorHandler: (error, _request, reply) => {
          if (!(error instanceof Busy) && !isUnreachable(error) && !isUnwritable(error)) throw error
          void reply.code(503).header('retry-after', '5').send({ message: 'Busy. Send it again.' })
        },
      },
    )
    ready()
  })
}
