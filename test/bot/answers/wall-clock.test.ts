import { expect, test } from 'vitest'
import { isDigestTime, nextDigest } from '../../../src/bot/use-cases/digests/digest-times.ts'
import { quietUntil } from '../../../src/bot/use-cases/ledger/policy.ts'

const iso = (ms: number | undefined) => ms && new Date(ms).toISOString()
const berlin = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }

test.each([
  ['18:00', '08:00', 'Europe/Berlin', '2026-11-20T17:30:00Z', '2026-11-21T07:00:00Z'],
  ['18:00', '08:00', 'Europe/Berlin', '2026-11-21T06:59:30Z', '2026-11-21T07:00:00Z'],
  ['18:00', '08:00', 'Europe/Berlin', '2026-11-21T07:00:00Z', undefined],
  ['12:00', '13:00', 'Asia/Kolkata', '2026-11-21T06:45:00Z', '2026-11-21T07:30:00Z'],
  ['12:00', '13:00', 'Asia/Kolkata', '2026-11-21T07:30:00Z', undefined],
  ['00:00', '06:00', 'America/New_York', '2026-07-01T04:00:00Z', '2026-07-01T10:00:00Z'],
])('quiet from %s to %s in %s: at %s they end at %s', (from, to, timeZone, at, end) => {
  const until = quietUntil({ from, to, timeZone }, Date.parse(at))
  expect(until === undefined ? undefined : new Date(until).toISOString()).toBe(
    end && new Date(end).toISOString(),
  )
})

test.each([
  ['the night of the spring shift', '2026-03-29T00:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['the night of the autumn shift', '2026-10-24T22:30:00Z', '2026-10-25T06:00:00.000Z'],
])('quiet hours end when the clock on the wall says so: %s', (_, at, end) => {
  expect(iso(quietUntil(berlin, Date.parse(at)))).toBe(end)
})

test('an end that the wall shows twice, or never, is met', () => {
  const ends = (at: string) => iso(quietUntil({ ...berlin, to: '02:30' }, Date.parse(at)))
  expect(ends('2026-10-24T23:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(ends('2026-10-25T01:15:00Z')).toBe('2026-10-25T01:30:00.000Z')
  expect(ends('2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z')
})

const at = (time: string, every: 'daily' | 'weekly' = 'daily', timeZone = 'Europe/Berlin') => ({
  every,
  day: 1,
  at: time,
  timeZone,
  alone: false,
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
