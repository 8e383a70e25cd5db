import type { FastifyRequest } from 'fastify'
import { startOf } from '../../../contract/text.ts'
import { notAllowed } from '../../refusals.ts'

/** The fields of a form, or the query of a URL. */
export type Form = Readonly<Record<string, unknown>>

export const formIn = (request: FastifyRequest) => (request.body ?? {}) as Form
export const queryIn = (request: FastifyRequest) => request.query as Form
export const paramsIn = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>

export const textIn = (form: Form, name: string, most = Infinity): string => {
  const value = form[name]
  return typeof value === 'string' ? startOf(value.trim(), most) : ''
}

/** Not trimmed, because spaces can be part of a password. */
export const passwordIn = (request: FastifyRequest): string => {
  const { password } = formIn(request)
  return typeof password === 'string' ? password.slice(0, 1_000) : ''
}

/** Whether a script asks, which gets a part of the page. */
export const isHtmx = (request: FastifyRequest): boolean => request.headers['hx-request'] === 'true'

/** Keeps other sites from submitting forms for a signed-in person. Programs use `/app/api` instead. */
export const sameOrigin = (request: FastifyRequest): void => {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const same =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
      : site === 'same-origin'
  if (!same) throw notAllowed('This form was sent from another site.')
}
