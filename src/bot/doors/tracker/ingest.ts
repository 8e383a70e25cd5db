import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Busy } from '../../../database/group-commit.ts'
import { isUnreachable } from '../../../database/is-unreachable.ts'
import { inboxRowFor, type StoreWebhook, type StoredAs } from '../../sync/events/store-webhooks.ts'
import { limits } from '../../../contract/limits.ts'
import { hasMoreParts } from '../../../contract/text/has-more-parts.ts'

/** Undefined: it is not JSON. The value is undefined if it has too many parts to be worth reading. */
const parseJson = (raw: string): { value: unknown } | undefined => {
  if (hasMoreParts(raw, limits.answerParts)) return { value: undefined }
  try {
    return { value: JSON.parse(raw) as unknown }
  } catch {
    return undefined
  }
}

/** A tracker's hook URL. */
export interface Hook {
  /** Where each installation that uses the tracker stores its webhooks. */
  readonly stores: readonly StoreWebhook[]
}

export interface IngestOptions {
  /** Undefined: the secret is wrong. */
  hookOf: (secret: string) => Promise<Hook | undefined>
  now: () => number
  /** Called once a webhook is stored, for the metrics. */
  onStored?: (result: StoredAs) => void
  /** Called after each answer, for the metrics. */
  onAnswered?: (status: number, ms: number) => void
  onWrongSecret?: () => void
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
    const { onAnswered } = options
    if (onAnswered)
      scope.addHook('onResponse', (_request, reply, done) => {
        onAnswered(reply.statusCode, reply.elapsedTime)
        done()
      })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { secret: string } }>('/webhooks/onboarding/:secret', {
      bodyLimit,
      onRequest: async (request, reply) => {
        const hook = await options.hookOf(request.params.secret)
        if (hook) return void hooks.set(request, hook)
        options.onWrongSecret?.()
        return reply.callNotFound()
      },
      handler: async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        // Some programs put a byte order mark before their JSON.
        const raw = bytes.toString('utf8').replace(/^\uFEFF/, '')
        const parsed = parseJson(raw)
        if (!parsed) return reply.code(400).send({ message: 'The body is not JSON.' })
        const { stores = [] } = hooks.get(request) ?? {}
        const row = inboxRowFor(parsed.value, raw, options.now())
        const results = await Promise.all(stores.map((store) => store(row)))
        for (const result of results) options.onStored?.(result)
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
