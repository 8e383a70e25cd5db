import { expect, test, describe } from 'vitest'
import { addOrganization } from '../../../src/service/changes/organizations.ts'
import type { Database } from '../../../src/service/store/database.ts'
import { apiKey, begin, created, engines, integrationUuid, demoTask } from '../harness.ts'
import { pageBrowser } from '../pages/page-browser.ts'
import { linkFor, enter } from '../support/signing-in.ts'
import { holdProjects } from '../support/database.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'

test.each(engines)('production ends the keys that everybody knows, on %s', async (engine) => {
  const trial = await begin(engine, { secondDemo: true })
  expect((await trial.withKey('demo-partners-key')('GET', '/v1/usage')).status).toBe(200)
  const { body } = await trial.call('POST', '/v1/auth', { token: apiKey })
  await trial.stop()
  const { databaseUrl } = trial
  const story = await begin(engine, { databaseUrl, demo: false, openPages: false })
  for (const known of [apiKey, 'demo-partners-key', String(body.data?.['session_id'])])
    expect((await story.withKey(known)('GET', '/v1/usage')).status).toBe(401)
  expect(story.service.missing).toBeUndefined()
})

test.each(engines)(
  'production starts without an organization, and says how to add one, on %s',
  async (engine) => {
    const key = 'a-key-of-our-own-0123456789'
    const alone = { apiKey: key, demo: false, secondDemo: true, openPages: false }
    const empty = await begin(engine, alone)
    expect(empty.service.missing).toBe(
      'It has no organization yet. Add one with: service add-organization "NAME" ADMIN@EXAMPLE.COM "ADMIN NAME"',
    )
    for (const one of [apiKey, key, 'demo-partners-key'])
      expect((await empty.withKey(one)('GET', '/v1/usage')).status).toBe(401)
    const { get } = pageBrowser(empty)
    expect((await get('/projects?as=dana@vendor.example')).location).toMatch(/^\/sign-in/)
    await empty.stop()
    const configured = { key, integrationUuid }
    let second: Awaited<ReturnType<typeof addOrganization>> | undefined
    const prepare = async (database: Database) => {
      const add = (name: string) =>
        addOrganization(database, { name, email: 'ada@fabrikam.example', admin: 'Ada' }, { configured })
      expect(await add('Fabrikam')).toMatchObject({ ...configured, isConfigured: true })
      second = await add('Tailspin')
    }
    const story = await begin(engine, { ...alone, databaseUrl: empty.databaseUrl, prepare })
    expect([second?.isConfigured, second?.key]).toEqual([false, expect.stringMatching(/^ops_/)])
    expect(story.service.missing).toBeUndefined()
    for (const one of [key, second?.key ?? '']) {
      const { status, body } = await story.withKey(one)('GET', '/v1/projects')
      expect([status, body.data?.['projects']]).toEqual([200, []])
    }
  },
)

test('a customer learns from no form which addresses exist', async () => {
  const story = await begin('sqlite')
  const task = await demoTask(story, 'Tell us about your team')
  const assign = async (assignee: string) => {
    const { status, body } = await story.as('casey@acme.example')('PATCH', `/tasks/${task.uuid}`, {
      assignee,
    })
    return [status, body.message]
  }
  expect(await assign('nobody@nowhere.example')).toEqual(await assign('lee@vendor.example'))
})

test('the state of somebody else’s project is answered as that of none', async () => {
  const story = await begin('sqlite', { openPages: false })
  const admin = pageBrowser(story)
  await enter(admin, story)
  const { projectUuid, people } = story.service.demo
  const globex = await created(story)
  const robin = pageBrowser(story)
  await robin.post(await linkFor(admin, people.robin.uuid))
  const states = async (uuid: string) =>
    Promise.all(
      ['0', '1', '2', '3'].map(async (v) => (await robin.get(`/portal/projects/${uuid}/live?v=${v}`)).status),
    )
  expect((await robin.get(`/portal/projects/${globex}`)).status).toBe(200)
  expect(await states(projectUuid)).toEqual(await states('f0f0f0f0-0000-4000-8000-000000000000'))
})

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
