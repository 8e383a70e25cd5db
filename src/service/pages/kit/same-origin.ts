import type { FastifyRequest } from 'fastify'
import { notAllowed } from '../../refusals.ts'

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
