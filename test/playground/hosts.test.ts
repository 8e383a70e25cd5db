import { expect, test } from 'vitest'
import { getWith } from '../support/raw-request.ts'
import { openWorld } from './support/world.ts'

test('a request for an unknown host is refused', async () => {
  await using world = await openWorld({ knowsHost: (host) => host?.startsWith('127.0.0.1') === true })
  for (const path of ['', 'playground/api/state', 'api/auth.test']) {
    const { status, text } = await getWith(`${world.url}${path}`, { host: 'evil.example' })
    expect([path, status, text]).toEqual([path, 421, '{"ok":false,"error":"unknown_host"}'])
  }
  expect((await getWith(world.url, {})).status).toBe(200)
})
