import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Busy } from '../../database/group-commit.ts'
import { isUnreachable } from '../../database/trouble.ts'
import { limits } from '../../contract/limits.ts'
import { hasMoreParts, startOf } from '../../contract/text.ts'
import { createHash } from 'node:crypto'
import { readEvent } from '../../contract/event.ts'
import { toStorableText } from '../../database/engine.ts'
import type { BotLanes, NewBotJob } from '../store/payloads.ts'
import type { Tx } from '../store/database.ts'
import type { EventRow, Seen } from '../deps/deps.ts'
import type { Metrics } from '../deps/metrics.ts'
import { type NewInboxRow, addToInbox, keepNewestUnreadable } from '../store/inbox.ts'

type StoredAs = 'new' | 'duplicate' | 'aside'

export type StoreWebhook = (row: NewInboxRow) => Promise<StoredAs>

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
    body: toStorableText(raw),
    received_at: receivedAt,
    state: 'waiting',
    outcome: null,
  }
}

/** New webhooks enter their project's lane in order of arrival. `onNew` is called once they are stored. */
export const storeWebhooks =
  (lanes: BotLanes, onNew: (row: EventRow) => void = () => undefined) =>
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
      if (inbox === undefined || isAside) continue
      tx.afterCommit(() => onNew({ ...row, id: inbox }))
      const lane = row.project_uuid ?? 'no-project'
      jobs.push({ kind: 'event', lane, payload: { inbox }, trace: `event-${inbox}` })
    }
    if (results.includes('aside')) await keepNewestUnreadable(tx, mostUnreadable)
    await lanes.enqueue(tx, jobs)
    return results
  }

/** Undefined: it is not JSON. The value is undefined if it has too many parts to be worth reading. */
const parseJson = (raw: string): { value: unknown } | undefined => {
  if (hasMoreParts(raw, limits.answerParts)) return { value: undefined }
  try {
    return { value: JSON.parse(raw) as unknown }
  } catch {
    return undefined
  }
}

/** One for each installation that uses the tracker. */
export type Hook = readonly StoreWebhook[]

interface IngestOptions {
  /** Undefined: the secret is wrong. */
  hookOf: (secret: string) => Promise<Hook | undefined>
  now: () => number
  metrics: Pick<Metrics, 'stored' | 'ingested' | 'refused'>
  instance: { readonly seen: Pick<Seen, 'wrongSecret'> }
}

const bodyLimit = 1_048_576

const hooks = new WeakMap<FastifyRequest, Hook>()

/**
 * `POST /webhooks/onboarding/{secret}` answers 200 once the webhook is stored, without waiting for Slack or
 * the tracker. Otherwise: 404 for a wrong secret, before the body is read; 413 over 1 MiB; 400 if the body is
 * not JSON; 503 if too many webhooks wait or the database can't be reached, so that the sender retries.
 */
export const mountIngest = (server: FastifyInstance, options: IngestOptions): void => {
  server.register((scope, _, ready) => {
    const { hookOf, now, metrics, instance } = options
    scope.addHook('onResponse', (_request, reply, done) => {
      metrics.ingested(reply.statusCode, reply.elapsedTime)
      done()
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { secret: string } }>('/webhooks/onboarding/:secret', {
      bodyLimit,
      onRequest: async (request, reply) => {
        const hook = await hookOf(request.params.secret)
        if (hook) return void hooks.set(request, hook)
        instance.seen.wrongSecret += 1
        metrics.refused('wrong secret')
        return reply.callNotFound()
      },
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        // Some programs put a byte order mark before their JSON.
        const raw = bytes.toString('utf8').replace(/^\uFEFF/, '')
        const parsed = parseJson(raw)
        if (!parsed) return reply.code(400).send({ message: 'The body is not JSON.' })
        const stores = hooks.get(request) ?? []
        const row = inboxRowFor(parsed.value, raw, now())
        const results = await Promise.all(stores.map((store) => store(row)))
        for (const result of results) metrics.stored(result)
        return { stored: true }
      },
      errorHandler: (error, _request, reply) => {
        if (!(error instanceof Busy) && !isUnreachable(error)) throw error
        void reply.code(503).header('retry-after', '5').send({ message: 'Busy. Send it again.' })
      },
    })
    ready()
  })
}
