import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../src/contract/api.ts'
import { apiKey, begin, integrationUuid, listAt, type Story, wish } from '../harness.ts'
import { type Operation, operationsOf, pathOf } from './operations.ts'

test('OpenAPI names every endpoint of the contract, with a form for every answer', async () => {
  const story = await begin('sqlite')
  const { body, status } = await story.withKey('')('GET', '/v1/openapi.json')
  expect([status, body['openapi']]).toEqual([200, '3.1.0'])
  const paths = body['paths'] as Record<string, Record<string, { operationId: string; responses: object }>>
  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  )
  expect(named.sort()).toEqual(Object.keys(endpoints).sort())
  const create = paths['/v1/projects']?.['post']
  expect(Object.keys(create?.responses ?? {})).toEqual(
    '200 400 401 403 408 413 415 422 429 431 500 503'.split(' '),
  )
  const text = JSON.stringify(body)
  for (const date of ['start_date', 'due_date'])
    expect(text).toMatch(new RegExp(`"${date}":{[^}]*MM/DD/YYYY`))
  for (const ref of text.match(/(?<="\$ref":")[^"]+/g) ?? []) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], body)
    expect([ref, typeof found]).toEqual([ref, 'object'])
  }
})

test('the same can be read without a key, every operation of it', async () => {
  const story = await begin('sqlite')
  const response = await fetch(`${story.url}/docs`)
  const text = await response.text()
  expect(response.status).toBe(200)
  for (const { path } of Object.values(endpoints)) expect(text).toContain(`<code>${path}</code>`)
})

test('a published validator takes it for OpenAPI 3.1, and would not take a broken one', async () => {
  const story = await begin('sqlite')
  const { body } = await story.withKey('')('GET', '/v1/openapi.json')
  const validator = new Validator()
  expect(await validator.validate(body)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const broken = { ...body, components: { responses: { Problem: {} } } }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

type Json = Record<string, unknown>
interface Documented {
  paths: Record<string, Record<string, { responses: Record<string, Json> }>>
  components: { responses: Record<string, Json> }
}

/** The documented schema of an answer, as a reader. */
const readerOf = (document: Documented, path: string, method: string, status: number) => {
  const found = document.paths[path]?.[method]?.responses[status]
  const ref = found?.['$ref']
  const named = typeof ref === 'string' ? (ref.split('/').at(-1) ?? '') : ''
  const response = named === '' ? found : document.components.responses[named]
  const content = response?.['content'] as Record<string, { schema: Json }> | undefined
  const schema = content?.['application/json']?.schema
  return schema && { schema, reader: z.fromJSONSchema(schema) }
}

const objectsIn = (schema: unknown): Json[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? [schema as Json] : []
  return [...own, ...Object.values(schema).flatMap(objectsIn)]
}

/** A call of each endpoint that succeeds, with something in every list. */
const callsOf = async (story: Story) => {
  const path = `/v1/projects/${story.service.demo.projectUuid}/datafield-values`
  const [value] = listAt((await story.call('PUT', path, {})).body, 'data.datafield_values')
  const bodies: Record<string, Operation['body']> = {
    createSession: { token: apiKey },
    writeDataFieldValues: { updates: { [String(value?.['uuid'])]: null, unknown: 1 } },
    lookUpDataFieldValues: {},
    // What it leaves out is answered as null.
    createExternalLink: { integration_uuid: integrationUuid, external_id: 'x' },
  }
  const ours = (await operationsOf(story)).filter(({ name }) => name in endpoints)
  // Subscriptions before their lists.
  const order = ours.toSorted((a, b) => b.method.localeCompare(a.method))
  return order.map((one) => ({ ...one, body: bodies[one.name] ?? one.body }))
}

test('every answer is of its documented schema, which names each of its fields as required', async () => {
  const story = await begin('sqlite')
  const document = (await story.withKey('')('GET', '/v1/openapi.json')).body as unknown as Documented
  const held: string[] = []
  for (const operation of await callsOf(story)) {
    const { name, method, path, body } = operation
    const answer = await story.call(method, pathOf(operation), body)
    const found = readerOf(document, path, method.toLowerCase(), answer.status)
    expect([name, answer.status]).toEqual([name, 200])
    expect(found?.reader.safeParse(answer.body).error, name).toBeUndefined()
    for (const { properties, required } of objectsIn(found?.schema))
      expect([name, required]).toEqual([name, Object.keys(properties as Json)])
    held.push(name)
  }
  expect(held.sort()).toEqual(Object.keys(endpoints).sort())
})

test.each([
  [400, { account: 'Nobody' }],
  [422, { colour: 'red' }],
  [415, 'text'],
  [413, { name: 'x'.repeat(1_100_000) }],
])('a refusal with %s is documented', async (status, changed) => {
  const story = await begin('sqlite')
  const document = (await story.withKey('')('GET', '/v1/openapi.json')).body as unknown as Documented
  const body = typeof changed === 'string' ? changed : wish(story, changed)
  const headers = changed === 'text' ? { 'content-type': 'text/plain' } : {}
  const answer = await story.call('POST', '/v1/projects', body, headers)
  expect(answer.status).toBe(status)
  const found = readerOf(document, '/v1/projects', 'post', status)
  expect(found?.reader.safeParse(answer.body).success).toBe(true)
})
