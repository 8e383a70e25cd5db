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

/** Answers for a path that Fastify refuses before any hook runs. */
export const malformedPath =
  (deps: Deps, answer: AnswerError) =>
  async (problem: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    let answered: FastifyError | Error = problem
    try {
      if (isApi(request.url)) await admit(deps, request)
    } catch (refusal) {
      answered = refusal as Error
    }
    answer(answered, request, reply)
  }
