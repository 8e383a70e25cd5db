import { expect, test } from 'vitest'
import { createLog } from '../../src/log.ts'
import { apiKey, begin, created, engines, taskNamed } from './harness.ts'
import { pageBrowser } from './page-browser.ts'
import { linkFor, setUp } from './support/signing-in.ts'

test.each(engines)('production ends the keys that everybody knows, on %s', async (engine) => {
  const trial = await begin(engine, { secondDemo: true })
  expect((await trial.withKey('demo-partners-key')('GET', '/v1/usage')).status).toBe(200)
  const { body } = await trial.call('POST', '/v1/auth', { token: apiKey })
  await trial.stop()
  const ownKey = 'a-key-of-our-own-0123456789'
  const { databaseUrl } = trial
  const story = await begin(engine, { databaseUrl, apiKey: ownKey, openPages: false, endDemoKeys: true })
  for (const known of [apiKey, 'demo-partners-key', String(body.data?.['session_id'])])
    expect((await story.withKey(known)('GET', '/v1/usage')).status).toBe(401)
  expect((await story.withKey(ownKey)('GET', '/v1/usage')).status).toBe(200)
})

test('each sign-in, refused one, key, role and link is a line in the log, with the person’s uuid', async () => {
  const lines: [object, string][] = []
  const silent = createLog('silent')
  const log = new Proxy(silent, {
    get: (target, name) =>
      name === 'info'
        ? (facts: object, message: string) => lines.push([facts, message])
        : (Reflect.get(target, name) as unknown),
  })
  const story = await begin('sqlite', { openPages: false, log })
  const { post, get } = pageBrowser(story)
  const email = 'dana@vendor.example'
  const { location } = await post('/set-up', { email, key: apiKey })
  await post(location, { password: 'a long password for the test' })
  await post('/sign-in', { email, password: 'wrong' })
  await post('/sign-in', { email, password: 'a long password for the test' })
  await post('/settings/keys', { label: 'Another key' })
  await get('/projects')
  const dana = story.service.demo.people.dana.uuid
  const said = lines.filter(([, message]) => /sign|key/.test(message))
  expect(said.map(([, message]) => message)).toEqual(
    expect.arrayContaining(['somebody signed in by a link', 'a sign-in was refused', 'somebody signed in']),
  )
  expect(said.every(([facts]) => (facts as { person?: string }).person === dana)).toBe(true)
})

test('a customer learns from no form which addresses exist', async () => {
  const story = await begin('sqlite')
  const task = await taskNamed(story, story.service.demo.projectUuid, 'Tell us about your team')
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
  await setUp(admin)
  const { projectUuid, people } = story.service.demo
  const globex = await created(story)
  const robin = pageBrowser(story)
  await robin.post(await linkFor(admin, globex, people.robin.uuid))
  const states = async (uuid: string) =>
    Promise.all(
      ['0', '1', '2', '3'].map(async (v) => (await robin.get(`/portal/projects/${uuid}/live?v=${v}`)).status),
    )
  expect((await robin.get(`/portal/projects/${globex}`)).status).toBe(200)
  expect(await states(projectUuid)).toEqual(await states('f0f0f0f0-0000-4000-8000-000000000000'))
})
