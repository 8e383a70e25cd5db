import { z } from 'zod'
import { endpoints } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { bareProblem, metadata, problemEnvelope } from '../../contract/problem.ts'

type Json = Record<string, unknown>

/** Where a schema has defaults, what a caller sends (`input`) differs from what they get (`output`). */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/**
 * A client takes less from other servers, so the contract's replies leave much optional. This service leaves no
 * field out: what is not there yet is null.
 */
const whole = (schema: Json): Json => {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'properties' ? eachOf(value) : within(value)]),
  )
  const { properties } = schema
  return properties === undefined ? inner : { ...inner, required: Object.keys(properties as Json) }
}

const eachOf = (properties: unknown): Json =>
  Object.fromEntries(Object.entries(properties as Json).map(([name, one]) => [name, whole(one as Json)]))

const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(within)
  return typeof value === 'object' && value !== null ? whole(value as Json) : value
}

const replyOf = (schema: z.ZodType): Json => whole(schemaOf(schema, 'output'))

const json = (schema: Json) => ({ 'application/json': { schema } })

const parameters = (where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

const enveloped = (reply: z.ZodType): Json => ({
  type: 'object',
  properties: {
    success: { const: true },
    data: replyOf(reply),
    metadata: replyOf(metadata),
  },
  required: ['success', 'data', 'metadata'],
})

const problemRef = { $ref: '#/components/responses/Problem' }
const bareRef = { $ref: '#/components/responses/Bare' }

/** The form of each status (interface, "Errors"). */
const refusals = (endpoint: Endpoint) => ({
  ...((endpoint.body ?? endpoint.params) && { 400: problemRef }),
  401: bareRef,
  ...(!endpoint.open && { 403: bareRef }),
  ...(endpoint.params && { 404: problemRef }),
  408: problemRef,
  ...(endpoint.body && { 413: problemRef, 415: problemRef }),
  // Every endpoint has it: each refuses unknown fields by name.
  422: problemRef,
  429: { $ref: '#/components/responses/TooMany' },
  431: problemRef,
  500: problemRef,
  503: problemRef,
})

export const formsOf = (endpoint: Endpoint) => ({
  parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
  body: endpoint.body && schemaOf(endpoint.body, 'input'),
  reply: endpoint.shape === 'bare' ? replyOf(endpoint.reply) : enveloped(endpoint.reply),
  refusals: refusals(endpoint),
})

const operation = (name: string, endpoint: Endpoint): Json => {
  const { parameters, body, reply, refusals } = formsOf(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.open && { security: [] }),
    parameters,
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: {
        description: 'Done.',
        headers: { 'X-Request-Id': { schema: { type: 'string' } } },
        content: json(reply),
      },
      ...refusals,
    },
  }
}

const response = (description: string, schema: Json) => ({ description, content: json(schema) })

/** OpenAPI 3.1 of `/v1`, made from the contract's own table. */
export const openApi = (serverUrl: string): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  const envelope = replyOf(problemEnvelope)
  const bare = replyOf(bareProblem)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onboarding Project Service',
      version: '1',
      description:
        'Customer-onboarding projects: playbooks, projects, tasks, comments, data fields, webhooks.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key, or a session id.' },
      },
      responses: {
        Problem: response('Refused: `message` says why, `errors` names each field on 422.', envelope),
        Bare: response('No bearer header (403), or an unknown key (401).', bare),
        TooMany: response('Too many writes in a minute (envelope), or the month is used up (`detail`).', {
          anyOf: [envelope, bare],
        }),
      },
    },
  }
}
