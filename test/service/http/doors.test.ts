import { describe, expect, test } from 'vitest'
import { getWith } from '../../support/raw-request.ts'
import { apiKey, begin, engines } from '../harness.ts'
import { plainBrowser } from '../pages/page-browser.ts'
import { freePort } from '../../support/free-port.ts'

const browserAsks = { headers: { accept: 'text/html' } }

describe.each(engines)('the doors of the service on %s', (engine) => {
  test('a deactivated key stays so, whatever the environment says at the next start', async () => {
    const story = await begin(engine)
    expect(story.service.keyIsActive).toBe(true)
    const { get, post } = plainBrowser(story)
    const end = /action="(\/settings\/keys\/[^"]+\/end)"/.exec((await get('/settings')).text)?.[1] ?? ''
    await post(end)
    await story.stop()
    const again = await begin(engine, { databaseUrl: story.databaseUrl })
    expect([again.service.keyIsActive, (await again.call('GET', '/v1/usage')).status]).toEqual([false, 401])
    await again.stop()
    const renewed = await begin(engine, { databaseUrl: story.databaseUrl, apiKey: 'another-key' })
    expect((await renewed.withKey('another-key')('GET', '/v1/usage')).status).toBe(200)
    await renewed.stop()
    // The key before was deactivated by the change, and stays so too.
    const back = await begin(engine, { databaseUrl: story.databaseUrl, apiKey })
    expect((await back.call('GET', '/v1/usage')).status).toBe(401)
  })
})

describe('the doors of the service', () => {
  test('/app/api counts as calls, the pages do not', async () => {
    const story = await begin('sqlite', { monthlyQuota: 8 })
    const { projectUuid } = story.service.demo
    await fetch(`${story.url}/projects/${projectUuid}`, browserAsks)
    await story.call('GET', `/app/api/projects/${projectUuid}`)
    await story.call('POST', '/app/api/modules', { project_uuid: projectUuid, name: 'x' })
    const used = async () => ((await story.call('GET', '/v1/usage')).body.data ?? {})['used']
    expect(await used()).toBe(3)
    for (let at = 0; at < 5; at++) await used()
    expect((await fetch(`${story.url}/projects/${projectUuid}`, browserAsks)).status).toBe(200)
    const program = await story.call('GET', `/app/api/projects/${projectUuid}`)
    expect([program.status, program.body.detail]).toEqual([429, expect.stringContaining('quota is used up.')])
  })

  test('writes at /app/api share the minute with /v1', async () => {
    const story = await begin('sqlite', { writesPerMinute: 2, now: () => Date.parse('2026-11-23T09:30:00Z') })
    const { projectUuid } = story.service.demo
    const add = () => story.call('POST', '/app/api/modules', { project_uuid: projectUuid, name: 'x' })
    expect([(await add()).status, (await add()).status, (await add()).status]).toEqual([200, 200, 429])
    expect((await story.call('POST', '/v1/projects', {})).status).toBe(429)
  })
})

test('a request for a host that the service does not know gets nothing', async () => {
  const story = await begin('sqlite', { knowsHost: (host) => host?.startsWith('127.0.0.1') === true })
  const host = 'evil.example'
  for (const path of ['/projects', '/healthz', '/v1/usage', '/assets/page.css', '/nowhere']) {
    const { status, text } = await getWith(story.url + path, { host })
    expect([path, status, JSON.parse(text)]).toEqual([
      path,
      421,
      expect.objectContaining({ success: false, message: expect.stringContaining('SERVICE_PUBLIC_URL') }),
    ])
  }
  expect((await getWith(`${story.url}/projects`, {})).status).toBe(200)
})

test('no cache keeps an answer, and no browser guesses what it is, whatever it says', async () => {
  const story = await begin('sqlite')
  const answers = await Promise.all([
    fetch(`${story.url}/healthz`),
    fetch(`${story.url}/v1/usage`, { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch(`${story.url}/v1/usage`),
    fetch(`${story.url}/v1/nowhere`),
    fetch(`${story.url}/v1/openapi.json`),
    fetch(`${story.url}/app/api/projects/x`, { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch(`${story.url}/v1/projects`, { method: 'PUT' }),
    fetch(`${story.url}/v1/%zz`),
    fetch(`${story.url}/projects`),
    fetch(`${story.url}/projects/x`, browserAsks),
    fetch(`${story.url}/sign-in`),
    fetch(`${story.url}/docs`),
  ])
  for (const { url, headers } of answers)
    expect([url, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      url,
      'no-store',
      'nosniff',
    ])
})

test.each([
  ['where a trusted proxy says https', ['127.0.0.1'], { 'x-forwarded-proto': 'https' }, true],
  ['not where a proxy says http', ['127.0.0.1'], { 'x-forwarded-proto': 'http' }, false],
  ['not where nobody trusted says https', undefined, { 'x-forwarded-proto': 'https' }, false],
] as const)('cookies are for https alone %s', async (_, trustedProxies, headers, isSecure) => {
  const story = await begin('sqlite', { trustedProxies })
  const answer = await fetch(`${story.url}/projects?as=dana@vendor.example`, { headers })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect([cookie.includes('HttpOnly'), cookie.includes('SameSite=Lax'), cookie.includes('Secure')]).toEqual([
    true,
    true,
    isSecure,
  ])
})

test('on its own port, reasons and metrics of the service are for this machine alone', async () => {
  const { url } = await begin('sqlite')
  expect(JSON.parse((await getWith(`${url}/readyz`, {})).text)).toEqual({ ready: true, reasons: [] })
  expect((await getWith(`${url}/metrics`, {})).text).toContain('onboarding_request_seconds')
  for (const headers of [{ host: 'tracker.example' }, { 'x-forwarded-for': '9.9.9.9' }]) {
    const { status, text } = await getWith(`${url}/readyz`, headers)
    expect([status, text]).toEqual([200, '{"status":"ready"}'])
    expect((await getWith(`${url}/metrics`, headers)).status).toBe(404)
  }
})

test('with OPS_PORT, they are there and nowhere else', async () => {
  const port = await freePort()
  const { url, call } = await begin('sqlite', { ops: { port, host: '127.0.0.1' } })
  const inside = `http://127.0.0.1:${port}`
  expect((await getWith(`${url}/metrics`, {})).status).toBe(404)
  expect((await getWith(`${url}/readyz`, {})).text).toBe('{"status":"ready"}')
  expect(JSON.parse((await getWith(`${inside}/readyz`, {})).text)).toEqual({ ready: true, reasons: [] })
  await call('GET', '/v1/users')
  await call('GET', '/v1/nothing-of-ours')
  const { text } = await getWith(`${inside}/metrics`, {})
  expect(text).toContain('onboarding_request_seconds_count{route="GET /v1/users",status="200"} 1')
  expect(text).not.toContain('nothing-of-ours')
  expect((await getWith(`${inside}/v1/users`, {})).status).toBe(404)
})
