import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import { Denied } from './own-api/context.ts'
import { Refusal } from './web-api/refusal.ts'

/** Slack's error codes for an unreadable body, by Fastify's code. */
const unreadable: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid_post_type',
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Answers every failed request: a refusal with its code, anything else with 500 and a log line. */
export const answerErrors = (server: FastifyInstance, log: Log): void => {
  server.setErrorHandler((error, request, reply) => {
    if (error instanceof Denied) return reply.status(error.status).send({ ok: false, error: error.message })
    if (error instanceof Refusal) return reply.status(409).send({ ok: false, error: error.code })
    const slackCode = unreadable[codeOf(error)]
    if (slackCode)
      return reply.status(request.url.startsWith('/api/') ? 200 : 400).send({ ok: false, error: slackCode })
    log.error({ err: error, url: request.url.split('?')[0] }, 'the playground failed')
    return reply.status(500).send({ ok: false, error: 'internal_error' })
  })
}
