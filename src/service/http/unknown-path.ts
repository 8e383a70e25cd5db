import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { authenticate } from './auth.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

const isApi = (url: string) => /^\/v1(?:[/?#]|$)/.test(url)

/** Under /v1 nobody learns without a key which paths there are. */
export const unknownPath =
  (deps: Deps, answer: Answer): Answer =>
  async (request, reply) => {
    if (isApi(request.url)) await authenticate(deps, request)
    return answer(request, reply)
  }
