import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { admit } from './auth.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

const isApi = (url: string) => /^\/v1(?:[/?#]|$)/.test(url)

/** Under /v1, requests without a valid key can't find out which paths exist. */
export const unknownPath =
  (deps: Deps, answer: Answer): Answer =>
  async (request, reply) => {
    if (isApi(request.url)) await admit(deps, request)
    return answer(request, reply)
  }

type AnswerError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => unknown

/** For paths that Fastify refuses before any hook runs. It doesn't wait for the result. */
export const malformedPath =
  (deps: Deps, answer: AnswerError) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const admitted = isApi(request.url) ? admit(deps, request) : Promise.resolve()
    void admitted.then(
      () => answer(error, request, reply),
      (refusal: Error) => answer(refusal, request, reply),
    )
  }
