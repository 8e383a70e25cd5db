import { ApiProblem } from '../contract/problem.ts'

/** 400: well formed, but something it names does not resolve. */
export const unresolved = (message: string): ApiProblem =>
  new ApiProblem('unresolved', message, { status: 400 })

/** 422, naming the field. */
export const invalid = (field: string, message: string): ApiProblem =>
  new ApiProblem('invalid', 'Validation failed.', { status: 422, fields: [{ field, message }] })

/** 404. The same for what is not there and for what belongs to others. */
export const notFound = (what: string): ApiProblem =>
  new ApiProblem('not-found', `${what} not found.`, { status: 404 })

/** 403 in the envelope: a person may not do this. */
export const notAllowed = (message: string): ApiProblem =>
  new ApiProblem('unexpected', message, { status: 403 })
