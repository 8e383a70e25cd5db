import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FieldError } from '../../contract/problem.ts'

/** `{success, data, metadata}`, the form of every reply that is not bare. */
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
export const bare = (reply: FastifyReply, status: number, detail: string) =>
  reply.status(status).send({ detail })
