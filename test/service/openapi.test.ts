import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/contract/api.ts'
import { begin } from './harness.ts'

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
  expect(Object.keys(create?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '422',
    '429',
    '500',
    '503',
  ])
  const text = JSON.stringify(body)
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
