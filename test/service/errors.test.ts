import { describe, expect, test } from 'vitest'
import { createLog } from '../../src/log.ts'
import { begin, engines } from './harness.ts'

describe.each(engines)('errors on %s', (engine) => {
  test('calls that lead nowhere are counted, too', async () => {
    const story = await begin(engine, { monthlyQuota: 3 })
    expect((await story.call('GET', '/v1/nothing')).status).toBe(404)
    expect((await story.call('DELETE', '/v1/projects')).status).toBe(405)
    expect((await story.call('GET', '/v1/usage')).body.data).toMatchObject({ used: 3 })
    expect((await story.call('GET', '/v1/nothing')).status).toBe(429)
    expect((await story.call('DELETE', '/v1/projects')).status).toBe(429)
  })

  test('calls that arrive together are all counted', async () => {
    const story = await begin(engine, { monthlyQuota: 20 })
    const calls = await Promise.all(Array.from({ length: 30 }, () => story.call('GET', '/v1/users')))
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

test.each([
  ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a field', `{"datafields": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
])('%s of any depth are refused before they are looked at', async (_, body) => {
  const story = await begin('sqlite')
  expect((await story.call('POST', '/v1/projects', body)).status).toBe(422)
})

test('the id of a refused request is in its header, its body and the log, without what was asked', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const story = await begin('sqlite', { log })
  await story.call('GET', '/v1/projects?name=Fabrikam')
  const { headers, body } = await story.call('GET', '/v1/projects?name=Fabrikam&limit=0')
  await story.stop()
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ requestId: body.metadata?.request_id, route: '/v1/projects', status: 422 }),
  ])
  expect(headers.get('x-request-id')).toBe(body.metadata?.request_id)
  expect(lines.join('')).not.toContain('Fabrikam')
})
