import type { FastifyInstance } from 'fastify'
import { isJson } from '../web-api/args.ts'
import type { Context } from '../web-api/context.ts'
import { applyReply } from './reply.ts'
import type { ResponseUrls } from './response-urls.ts'

/** Takes an app's post to a `response_url`. Slack answers plain `ok`, or 404 when the URL is used up. */
export const responseUrlRoute = (
  server: FastifyInstance,
  context: Context & { responseUrls: ResponseUrls },
): void => {
  server.post('/response/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const replyTo = context.responseUrls.use(id)
    if (replyTo === undefined) return reply.status(404).send({ ok: false, error: 'expired_url' })
    if (!isJson(request.body)) return reply.status(400).send({ ok: false, error: 'invalid_payload' })
    const outcome = applyReply(context, replyTo, request.body)
    if (outcome.ok && outcome.ts !== undefined && replyTo.ts === undefined)
      context.responseUrls.posted(id, replyTo, outcome.ts)
    return outcome.ok ? 'ok' : reply.status(outcome.error.endsWith('_not_found') ? 404 : 400).send(outcome)
  })
}
