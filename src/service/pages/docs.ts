import type { FastifyInstance } from 'fastify'
import { endpoints } from '../../contract/api.ts'
import { eventNames, families } from '../../contract/event.ts'
import { limits } from '../../contract/limits.ts'
import { openApi } from '../api/openapi.ts'
import type { Render } from './kit/render.ts'

interface Operation {
  operationId: string
  summary: string
  parameters: {
    name: string
    in: string
    required: boolean
    schema: { description?: string; type?: string }
  }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}

const pretty = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value, undefined, 2))

/** The rows of `/docs`: what OpenAPI says, for people. */
const rows = (document: Record<string, unknown>) => {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      parameters: operation.parameters,
      body: pretty(operation.requestBody?.content['application/json'].schema),
      reply: pretty(operation.responses['200']?.content?.['application/json'].schema),
      statuses: Object.keys(operation.responses),
    })),
  )
}

/** OpenAPI at `/v1/openapi.json`, and the same to read at `/docs`. Neither needs a key. */
export const mountDocs = (app: FastifyInstance, render: Render, url: () => string): void => {
  app.get('/v1/openapi.json', () => openApi(url()))
  app.get('/docs', (_request, reply) =>
    render.html(reply).send(
      render.part('docs', {
        rows: rows(openApi(url())),
        url: url(),
        families,
        events: eventNames.length,
        count: Object.keys(endpoints).length,
        limits,
      }),
    ),
  )
}
