import { expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { getWith } from '../../support/raw-request.ts'
import { runningBot } from '../support/running-bot.ts'

test('reasons and metrics are for this machine alone, and a proxy on it speaks for others', async () => {
  const { bot, tracker } = await runningBot()
  tracker.control.down = 'unauthorized'
  const near = await getWith(`${bot.url}/readyz`, {})
  expect([near.status, near.text.includes('reasons')]).toEqual([503, true])
  expect((await getWith(`${bot.url}/metrics`, {})).text).toContain('onboarding_jobs_waiting')
  for (const headers of [
    { host: 'onboarding.example' },
    { 'x-forwarded-for': '9.9.9.9' },
    { via: '1.1 proxy' },
  ]) {
    const far = await getWith(`${bot.url}/readyz`, headers)
    expect([far.status, far.text]).toEqual([503, '{"status":"unready"}'])
    expect((await getWith(`${bot.url}/metrics`, headers)).status).toBe(404)
  }
})

test('with a port of their own they are there and nowhere else', async () => {
  const port = await freePort()
  const { bot } = await runningBot({ ops: { port, host: '127.0.0.1' } })
  const inside = `http://127.0.0.1:${port}`
  expect((await getWith(`${bot.url}/readyz`, {})).text).toBe('{"status":"ready"}')
  expect((await getWith(`${bot.url}/metrics`, {})).status).toBe(404)
  expect((await getWith(`${bot.url}/healthz`, {})).status).toBe(200)
  expect(JSON.parse((await getWith(`${inside}/readyz`, {})).text)).toEqual({ ready: true, reasons: [] })
  expect((await getWith(`${inside}/metrics`, {})).text).toContain('onboarding_jobs_waiting')
  expect((await getWith(`${inside}/slack/events`, {})).status).toBe(404)
})

test('a request for a host that the bot does not know gets nothing, on either port', async () => {
  const port = await freePort()
  const knowsHost = (host: string | undefined) => host?.startsWith('127.0.0.1') === true
  const { bot } = await runningBot({ knowsHost, ops: { port, host: '127.0.0.1' } })
  for (const url of [`${bot.url}/healthz`, `${bot.url}/slack/events`, `http://127.0.0.1:${port}/metrics`]) {
    const { status, text } = await getWith(url, { host: 'evil.example' })
    expect([url, status, text.includes('onboarding')]).toEqual([url, 421, false])
  }
  expect((await getWith(`${bot.url}/healthz`, {})).status).toBe(200)
})

test('no cache keeps what the bot answers, and no browser guesses what it is', async () => {
  const { bot } = await runningBot()
  for (const path of ['/healthz', '/readyz', '/metrics', '/nowhere']) {
    const { headers } = await fetch(bot.url + path)
    expect([path, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      path,
      'no-store',
      'nosniff',
    ])
  }
})
