import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem, type FieldError } from '../../contract/problem.ts'
import type { Log } from '../../log.ts'
import { isCrowded, isUnwritable } from '../../database/trouble.ts'
import { Busy } from '../../database/group-commit.ts'

export const envelope = (request: FastifyRequest, data: unknown) => ({
  success: true,
  data,
  metadata: { request_id: request.id },
})

export const problem = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
  errors: readonly FieldError[] | null = null,
) => reply.status(status).send({ success: false, message, errors, metadata: { request_id: request.id } })

/** The form of 401, 403 and the quota's 429. */
const bare = (reply: FastifyReply, status: number, detail: string) => reply.status(status).send({ detail })

/** Our messages for requests that Fastify refuses before a handler runs. */
const refusals: Record<string, readonly [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body doesn't match its Content-Length."],
  FST_ERR_BAD_URL: [400, 'The path is not properly encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'Not found.'],
}

const sendApiProblem = (error: ApiProblem, request: FastifyRequest, reply: FastifyReply) => {
  if (error.kind === 'unauthorized') return bare(reply, 401, error.message)
  if (error.kind === 'forbidden') return bare(reply, 403, error.message)
  if (error.kind === 'quota') return bare(reply, 429, error.message)
  const errors = error.kind === 'invalid' ? error.fields : null
  return problem(request, reply, error.status ?? 400, error.message, errors)
}

const busy = 'The service is busy, and your request was not processed. Try again.'
const failed = 'Something went wrong on our side. Check whether a write went through before you repeat it.'

/** Turns every exception into a reply in the documented form, without a stack. */
export const answerError =
  (log: Log) => (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ApiProblem) return sendApiProblem(error, request, reply)
    const { code, statusCode } = error as FastifyError
    if (error instanceof Busy || isCrowded(error) || isUnwritable(error) || statusCode === 503)
      return problem(request, reply, 503, busy)
    const refusal = refusals[code]
    if (refusal) return problem(request, reply, ...refusal)
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return problem(request, reply, statusCode, "The request can't be read.")
    log.error({ requestId: request.id, err: error }, 'a request failed')
    return problem(request, reply, 500, failed)
  }
