import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { type Endpoint, endpoints } from '../../contract/api.ts'
import { bareProblemSchema, metadataSchema, problemEnvelopeSchema } from '../../contract/problem.ts'
import { families } from '../../contract/event.ts'
import { limits } from '../../contract/limits.ts'
import type { Render } from '../pages/kit/site.ts'

type Json = Record<string, unknown>

/**
 * `input` is what a caller sends, `output` what the service sends. The contract leaves much of a reply optional for
 * other servers' sake, but this service sends every field, as null if it has no value.
 */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // What the client reads in a field's place where another server leaves it out.
      if (io === 'output') delete jsonSchema.default
      if (io === 'output' && jsonSchema.properties) jsonSchema.required = Object.keys(jsonSchema.properties)
    },
  })
  return json
}

const replyOf = (schema: z.ZodType): Json => schemaOf(schema, 'output')

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
    metadata: replyOf(metadataSchema),
  },
  required: ['success', 'data', 'metadata'],
})

const problemRef = { $ref: '#/components/responses/Problem' }
const bareRef = { $ref: '#/components/responses/Bare' }

const refusals = (endpoint: Endpoint) => ({
  ...((endpoint.body ?? endpoint.params) && { 400: problemRef }),
  401: bareRef,
  ...(!endpoint.open && { 403: bareRef }),
  ...(endpoint.params && { 404: problemRef }),
  408: problemRef,
  ...(endpoint.body && { 413: problemRef, 415: problemRef }),
  // Every endpoint refuses unknown fields.
  422: problemRef,
  429: { $ref: '#/components/responses/TooMany' },
  431: problemRef,
  500: problemRef,
  503: problemRef,
})

const formsOf = (endpoint: Endpoint) => ({
  parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
  body: endpoint.body && schemaOf(endpoint.body, 'input'),
  reply: endpoint.shape === 'bare' ? replyOf(endpoint.reply) : enveloped(endpoint.reply),
  refusals: refusals(endpoint),
})

/** By the first part of the path: what an endpoint is about. */
const tags: Readonly<Record<string, string>> = {
  auth: 'Sessions for programs that keep no API key.',
  projects: 'Projects, the links of their records in other systems, and their data-field values.',
  playbooks: 'The templates that projects are made from.',
  datafields: 'The fields that an organization keeps about its projects and tasks.',
  'datafield-values': 'What those fields say.',
  tasks: 'Tasks and the comments on them.',
  comments: 'Single comments.',
  users: 'The people of the vendor and of its customers.',
  events: 'What a webhook can be subscribed to.',
  webhooks: 'Subscriptions of a URL to an event.',
  admin: 'Legacy subscriptions, to topics.',
  usage: 'The API usage against the monthly quota.',
}

const tagOf = ({ path }: Endpoint): string => path.split('/')[2] ?? ''

/** An endpoint with a body also says what becomes of fields that it does not know. */
const describe = ({ summary, body }: Endpoint): string =>
  body ? `${summary} Unknown fields are refused with 422.` : summary

const operation = (name: string, endpoint: Endpoint): Json => {
  const { parameters, body, reply, refusals } = formsOf(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [tagOf(endpoint)],
    ...(endpoint.open && { security: [] }),
    parameters,
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: {
        description: 'Done.',
        headers: {
          'X-Request-Id': { description: 'Also in `metadata.request_id`.', schema: { type: 'string' } },
        },
        content: json(reply),
      },
      ...refusals,
    },
  }
}

const response = (description: string, schema: Json) => ({ description, content: json(schema) })

const openApi = (serverUrl: string): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  const envelope = replyOf(problemEnvelopeSchema)
  const bare = replyOf(bareProblemSchema)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onboarding Project Service',
      version: '1',
      description:
        'Customer-onboarding projects: playbooks, projects, tasks, comments, data fields, webhooks.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service', url: serverUrl },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key, or a session id.' },
      },
      responses: {
        Problem: response('Refused. `message` says why, and on 422 `errors` lists the fields.', envelope),
        Bare: response('Missing bearer header (403) or unknown key (401).', bare),
        TooMany: response('Too many writes per minute (envelope), or monthly quota used up (`detail`).', {
          anyOf: [envelope, bare],
        }),
      },
    },
  }
}

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
