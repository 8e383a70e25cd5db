import type { FastifyRequest } from 'fastify'
import { notAllowed } from '../../refusals.ts'

/** What a form was filled in with, or what an address asks for. */
export type Form = Readonly<Record<string, unknown>>

export const formIn = (request: FastifyRequest) => (request.body ?? {}) as Form
export const queryIn = (request: FastifyRequest) => request.query as Form
export const paramsIn = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>

/** What is written in a field, or asked for in an address, up to so many characters. */
export const textIn = (form: Form, name: string, most?: number): string => {
  const value = form[name]
  return typeof value === 'string' ? value.trim().slice(0, most) : ''
}

/** Whether a script asks, which puts a part of a page in its place. */
export const isHtmx = (request: FastifyRequest): boolean => request.headers['hx-request'] === 'true'

/**
 * A form of another site must not act for the person who is signed in here. Browsers say where a request
 * comes from; what says nothing is no browser, and refused as well: `/app/api` is for programs.
 */
export const sameOrigin = (request: FastifyRequest): void => {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const same =
    site === undefined
      ? origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
      : site === 'same-origin'
  if (!same) throw notAllowed('This form was sent from another site.')
}
