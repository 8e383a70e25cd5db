import { expect, test } from 'vitest'
import { getWith } from '../support/raw-request.ts'
import { botToken, openWorld } from './support/world.ts'

test('a request for an unknown host is refused', async () => {
  await using world = await openWorld({ knowsHost: (host) => host?.startsWith('127.0.0.1') === true })
  for (const path of ['', 'playground/api/state', 'api/auth.test']) {
    const { status, text } = await getWith(`${world.url}${path}`, { host: 'evil.example' })
    expect([path, status, text]).toEqual([path, 421, '{"ok":false,"error":"unknown_host"}'])
  }
  expect((await getWith(world.url, {})).status).toBe(200)
})

test('another site’s form or address writes nothing', async () => {
  await using world = await openWorld()
  const before = await world.messages('dana', 'C0ACME')
  const typed = { as: 'dana', channel: 'C0ACME', text: 'from elsewhere' }
  const form = { method: 'POST', body: new URLSearchParams(typed) }
  for (const path of ['playground/api/messages', '%70layground/api/messages']) {
    const { status } = await fetch(`${world.url}${path}`, form)
    expect([path, status]).toEqual([path, 415])
  }
  const query = new URLSearchParams({ ...typed, token: botToken })
  const opened = await fetch(`${world.url}api/chat.postMessage?${query.toString()}`)
  expect(await opened.json()).toEqual({ ok: false, error: 'not_authed' })
  expect(await world.messages('dana', 'C0ACME')).toEqual(before)
})
