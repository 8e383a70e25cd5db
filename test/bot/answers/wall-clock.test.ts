import { expect, test } from 'vitest'
import { isDigestTime, nextDigest } from '../../../src/bot/features/digests/post-digest.ts'

const iso = (ms: number) => new Date(ms).toISOString()

const at = (time: string, every: 'daily' | 'weekly' = 'daily', timeZone = 'Europe/Berlin') => ({
  every,
  day: 1,
  at: time,
  timeZone,
})

test.each([
  ['later today', at('09:00'), '2026-11-21T07:00:00Z', '2026-11-21T08:00:00.000Z'],
  ['tomorrow', at('09:00'), '2026-11-21T08:00:00Z', '2026-11-22T08:00:00.000Z'],
  ['over the spring shift', at('09:00'), '2026-03-28T08:30:00Z', '2026-03-29T07:00:00.000Z'],
  ['over the autumn shift', at('09:00'), '2026-10-24T08:30:00Z', '2026-10-25T08:00:00.000Z'],
  ['in the hour that is left out', at('02:30'), '2026-03-28T20:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['in the hour that comes twice, once', at('02:30'), '2026-10-24T20:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['not again in that hour', at('02:30'), '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['on Monday', at('09:00', 'weekly'), '2026-11-21T12:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['a week later', at('09:00', 'weekly'), '2026-11-23T08:00:00Z', '2026-11-30T08:00:00.000Z'],
  [
    'where the date is tomorrow’s',
    at('00:00', 'daily', 'Pacific/Auckland'),
    '2026-11-21T12:00:00Z',
    '2026-11-22T11:00:00.000Z',
  ],
])('the next digest is due %s', (_, schedule, after, due) => {
  const next = nextDigest(schedule, Date.parse(after))
  expect(iso(next)).toBe(due)
  expect(isDigestTime(schedule, next)).toBe(true)
  expect(isDigestTime(schedule, next + 60_000)).toBe(false)
})
