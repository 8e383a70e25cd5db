import { expect, test } from 'vitest'
import { at, problem } from '../support/call.ts'
import { onEach } from '../support/world.ts'

const clock = { now: Date.UTC(2026, 10, 21, 12, 0, 30) }

onEach(
  'the write rate',
  (world) => {
    test('the 201st write of a minute is refused without Retry-After; reads go on, and a minute later so do writes', async () => {
      const write = () => world.call('POST', '/v1/datafield-values', { updates: {} })
      for (let n = 0; n < 200; n += 10)
        for (const { status } of await Promise.all(Array.from({ length: 10 }, write)))
          expect(status).toBe(200)
      for (const path of [
        '/v1/datafield-values',
        '/v1/projects',
        '/v1/webhooks',
        '/v1/admin/webhook/create',
      ]) {
        const answer = await world.call('POST', path, {})
        expect([path, answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
          path,
          429,
          problem(answer, expect.not.stringContaining('API limit')),
          null,
        ])
      }
      const usage = await world.call('GET', '/v1/usage')
      expect([usage.status, at(usage.body, 'data.used')]).toEqual([200, 201])
      clock.now += 60_000
      expect((await write()).status).toBe(200)
    })
  },
  { writesPerMinute: 200, now: () => clock.now },
)

const month = { now: Date.UTC(2026, 10, 30, 12) }

onEach(
  'the monthly quota',
  (world) => {
    test('a used-up month is a bare 429 that says API limit, to every call and every retry', async () => {
      month.now = Date.UTC(2026, 10, 30, 12)
      for (let n = 0; n < 5; n += 1) expect((await world.call('GET', '/v1/users')).status).toBe(200)
      const calls = [
        ['GET', '/v1/users'],
        ['GET', '/v1/usage'],
        ['POST', '/v1/projects'],
      ] as const
      for (const later of [0, 60_000, 3_600_000]) {
        month.now += later
        for (const [method, path] of calls) {
          const answer = await world.call(method, path, method === 'POST' ? {} : undefined)
          expect([path, answer.status, answer.body]).toEqual([
            path,
            429,
            { detail: expect.stringContaining('API limit') },
          ])
        }
      }
      month.now = Date.UTC(2026, 11, 1)
      const usage = await world.call('GET', '/v1/usage')
      expect(at(usage.body, 'data')).toEqual({ month: '2026-12', used: 1, quota: 5, remaining: 4 })
    })
  },
  { monthlyQuota: 5, now: () => month.now },
)
