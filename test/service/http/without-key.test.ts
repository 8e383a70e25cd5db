import { describe, expect, test } from 'vitest'
import { apiKey, begin } from '../harness.ts'
import { holdProjects } from '../support/holding.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'

const paths = [
  ['GET', '/v1/nowhere'],
  ['GET', '/v1'],
  ['DELETE', '/v1/projects'],
  ['GET', '/v1/auth'],
  ['POST', '/v1/usage'],
] as const

/** Fastify refuses these itself: a part that is too long, and one that is not properly encoded. */
const malformed = [
  [`/v1/tasks/${'a'.repeat(501)}`, 404],
  ['/v1/projects/%zz', 400],
] as const

describe('without a key', () => {
  test('every address under /v1 is forbidden, whether there is anything or not', async () => {
    const story = await begin('sqlite')
    for (const [method, path] of paths) {
      const bare = await fetch(story.url + path, { method })
      expect([path, bare.status, await bare.json()]).toEqual([path, 403, { detail: 'Not authenticated' }])
      expect([path, (await story.withKey('wrong')(method, path)).status]).toEqual([path, 401])
      expect([404, 405]).toContain((await story.call(method, path)).status)
    }
    expect((await fetch(`${story.url}/v1/openapi.json`)).status).toBe(200)
  })

  test('a malformed path under /v1 is no way around the key or the quota', async () => {
    const story = await begin('sqlite', { monthlyQuota: 3 })
    for (const [path, status] of malformed) {
      const bare = await fetch(story.url + path)
      expect([bare.status, await bare.json()]).toEqual([403, { detail: 'Not authenticated' }])
      const unknown = await story.withKey('wrong')('GET', path)
      expect([unknown.status, unknown.body]).toEqual([401, { detail: 'Invalid API key.' }])
      expect((await story.call('GET', path)).status).toBe(status)
    }
    expect((await story.call('GET', '/v1/usage')).body.data).toMatchObject({ used: 3 })
    for (const [path] of malformed) expect((await story.call('GET', path)).status).toBe(429)
    expect((await fetch(`${story.url}/%zz`)).status).toBe(400)
  })

  test('making a session counts against the month', async () => {
    const story = await begin('sqlite', { monthlyQuota: 3 })
    const make = () => story.withKey('none')('POST', '/v1/auth', { token: apiKey })
    expect((await make()).status).toBe(200)
    expect((await make()).status).toBe(200)
    const { body } = await story.call('GET', '/v1/usage')
    expect(body.data).toMatchObject({ used: 3, remaining: 0 })
    const refused = await make()
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('API limit')])
  })
})

test('nothing is answered before the demo data stands', async () => {
  const databaseUrl = await freshDatabaseUrl('postgres')
  const port = await freePort()
  const release = await holdProjects(databaseUrl)
  const starting = begin('postgres', { databaseUrl, port })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${apiKey}` } }).then(
      ({ status }) => status,
      () => 'not listening',
    )
  await expect.poll(() => ask('/healthz')).toBe(503)
  expect(await ask('/v1/projects')).toBe(503)
  await release()
  await starting
  expect(await ask('/v1/projects')).toBe(200)
})
