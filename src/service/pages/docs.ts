import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { families } from '../../contract/event.ts'
import { limits } from '../../contract/limits.ts'
import { formsOf, openApi } from '../api/openapi.ts'
import type { Render } from './kit/render.ts'

const pretty = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value, undefined, 2))

const row = ([id, endpoint]: [id: string, endpoint: Endpoint]) => {
  const { parameters, body, reply, refusals } = formsOf(endpoint)
  const { method, path, summary } = endpoint
  const statuses = ['200', ...Object.keys(refusals)]
  return { id, method, path, summary, parameters, body: pretty(body), reply: pretty(reply), statuses }
}

/** Serves `/v1/openapi.json` and, as a page, `/docs`. Neither needs a key. */
export const mountDocs = (app: FastifyInstance, render: Render, url: () => string): void => {
  app.get('/v1/openapi.json', () => openApi(url()))
  app.get('/docs', (_request, reply) => {
    const rows = Object.entries<Endpoint>(endpoints).map(row)
    const facts = { rows, url: url(), families, count: rows.length, limits }
    return render.send(reply, 'docs', facts)
  })
}
