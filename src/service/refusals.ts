import { ApiProblem } from '../contract/problem.ts'

/** 400: the request refers to something that does not exist. */
export const unresolved = (message: string): ApiProblem =>
  new ApiProblem('unresolved', message, { status: 400 })

export const invalid = (field: string, message: string): ApiProblem =>
  new ApiProblem('invalid', 'Validation failed.', { status: 422, fields: [{ field, message }] })

/** 404, also for what somebody is not allowed to see. */
export const notFound = (what: string): ApiProblem =>
  new ApiProblem('not-found', `${what} not found.`, { status: 404 })

/** 403, in the envelope. */
export const notAllowed = (message: string): ApiProblem =>
  new ApiProblem('unexpected', message, { status: 403 })
