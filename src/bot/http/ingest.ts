import { startOf } from '../../contract/text/start-of.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readEvent } from '../../contract/event.ts'
import type { Acknowledged } from '../acknowledged.ts'
import { addToInbox, type NewInboxRow } from '../store/events/inbox.ts'
import type { Database, Tx } from '../store/database.ts'
import { Busy, groupCommit } from '../../database/group-commit.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import { storable } from '../../database/storable.ts'

export interface IngestOptions {
  database: Database
  lanes: Lanes
  webhookSecret: string
  now: () => number
  /** Called once a delivery is stored, for the metrics. */
  onStored?: (result: 'new' | 'duplicate' | 'aside') => void
  /** Acknowledged items that a failover may lose. */
  acknowledged?: Pick<Acknowledged, 'keep'>
  onWrongSecret?: () => void
  /** Whether the tracker signed this delivery. Undefined: signatures are not checked. */
  isSigned?: (event: string, headers: IncomingHttpHeaders, body: Buffer) => Promise<boolean>
  onWrongSignature?: () => void
}

const bodyLimit = 1_048_576

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Hashing first hides both content and length from timing attacks. */
const sameSecret = (given: string, expected: Buffer) => timingSafeEqual(digest(given), expected)

/** The interface's idempotency key: event_name, object uuid and timestamp. Hashed when too long. */
const dedupeKey = (...parts: string[]) => {
  const key = storable(parts.join('|'))
  return key.length <= 300 ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Sets an unreadable delivery aside, so that it does not block the queue. */
const inboxRowFor = (body: unknown, raw: string, receivedAt: number): NewInboxRow => {
  const read = readEvent(body)
  const stored = { body: storable(raw), receivedAt }
  if (!read.ok) {
    return {
      ...stored,
      dedupeKey: `aside:${digest(raw).toString('hex')}`,
      eventName: storable(read.eventName ?? 'unknown'),
      objectUuid: null,
      projectUuid: null,
      asideReason: startOf(`${read.reason}: ${storable(read.detail)}`, 1_000),
    }
  }
  const { event } = read
  return {
    ...stored,
    dedupeKey: dedupeKey(event.name, event.objectUuid, event.timestamp),
    eventName: event.name,
    objectUuid: startOf(storable(event.objectUuid), 300),
    projectUuid: event.projectUuid === undefined ? null : startOf(storable(event.projectUuid), 300),
  }
}

/** New deliveries enter their project's lane in order of arrival. */
const storeBatch =
  (lanes: Lanes) =>
  async (tx: Tx, rows: readonly NewInboxRow[]): Promise<('new' | 'duplicate' | 'aside')[]> => {
    const added = await addToInbox(tx, rows)
    const jobs = []
    const results: ('new' | 'duplicate' | 'aside')[] = []
    for (const row of rows) {
      const inbox = added.get(row.dedupeKey)
      // A delivery that appears twice in one batch counts as new once.
      added.delete(row.dedupeKey)
      results.push(inbox === undefined ? 'duplicate' : row.asideReason === undefined ? 'new' : 'aside')
      if (inbox === undefined || row.asideReason !== undefined) continue
      jobs.push({ kind: 'event', lane: row.projectUuid ?? 'no-project', payload: { inbox } })
    }
    await lanes.enqueue(tx, jobs)
    return results
  }

/**
 * `POST /webhooks/onboarding/{secret}` answers 200 once the delivery is stored, without waiting for Slack or
 * the tracker. Otherwise: 404 for a wrong secret, before the body is read; 413 over 1 MiB; 400 if the body is
 * not JSON; 401 for a bad signature; 503 if too many deliveries wait, so that the sender retries.
 */
export const mountIngest = (server: FastifyInstance, options: IngestOptions): void => {
  const expected = digest(options.webhookSecret)
  const store = groupCommit(options.database, storeBatch(options.lanes))
  server.register((scope, _, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { secret: string } }>('/webhooks/onboarding/:secret', {
      bodyLimit,
      onRequest: async (request, reply) => {
        if (sameSecret(request.params.secret, expected)) return
        options.onWrongSecret?.()
        return reply.callNotFound()
      },
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const raw = bytes.toString('utf8')
        const parsed = parse(raw)
        if (!parsed) return reply.code(400).send({ message: 'The body is not JSON.' })
        if ((await options.isSigned?.(eventNameIn(parsed.value), request.headers, bytes)) === false) {
          options.onWrongSignature?.()
          return reply.code(401).send({ message: 'The signature is missing, wrong or too old.' })
        }
        try {
          const row = inboxRowFor(parsed.value, raw, options.now())
          const result = await store(row)
          options.acknowledged?.keep(() => store(row))
          options.onStored?.(result)
          return { stored: true }
        } catch (error) {
          if (!(error instanceof Busy)) throw error
          return reply.code(503).header('retry-after', '5').send({ message: 'Busy. Send it again.' })
        }
      },
    })
    ready()
  })
}

const eventNameIn = (body: unknown): string => {
  const name = (body as { event_name?: unknown } | null)?.event_name
  return typeof name === 'string' ? name : ''
}

const parse = (raw: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(raw) as unknown }
  } catch {
    return undefined
  }
}
