import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { getWith } from '../support/raw-request.ts'
import { begin } from './harness.ts'

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
