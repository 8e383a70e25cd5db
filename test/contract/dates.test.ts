import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, isoDate, isoFromUs, usFromIso } from '../../src/contract/dates.ts'
import { startOf } from '../../src/contract/text.ts'

const day = fc
  .integer({ min: Date.UTC(1970, 0, 1) / 86_400_000, max: Date.UTC(2100, 11, 31) / 86_400_000 })
  .map((days) => isoDate(days * 86_400_000))

describe('dates', () => {
  test('go to MM/DD/YYYY and back unchanged', () => {
    fc.assert(
      fc.property(day, (date) => {
        const us = usFromIso(date)
        expect(us).toMatch(/^\d\d\/\d\d\/\d{4}$/)
        expect(isoFromUs(us ?? '')).toBe(date)
      }),
    )
  })

  test.each([
    ['2026-12-31', '2026-12-31'],
    ['2024-02-29', '2024-02-29'],
    ['2026-12-31T10:00:00Z', '2026-12-31T10:00:00Z'],
    ['2026-12-31 10:00', '2026-12-31 10:00'],
    ['12/31/2026', '2026-12-31'],
    [1_798_675_200_000, '2026-12-31T00:00:00.000Z'],
    [1_798_675_200, '2026-12-31T00:00:00.000Z'],
    ...['2026-02-30', '2026-02-29', '2026-13-01', '0000-00-00', '0001-01-01', '9999-12-31'].map((day) => [
      day,
    ]),
    ...['2026-02-30T10:00:00Z', '02/30/2026', '31/12/2026', '2026-12-311', 'soon', '', 20_261_231, -1].map(
      (day) => [day],
    ),
    ...[null, undefined, true, {}, ['2026-12-31'], Number.NaN, 1e300].map((day) => [day]),
  ])('a tracker’s date %j is read as %j', (value, date) => {
    expect(dateIn(value)).toBe(date)
  })

  test('adding days is undone by counting them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5_000, max: 5_000 }), (date, days) => {
        fc.pre(date > '1990' && date < '2080')
        const later = addDays(date, days)
        expect(daysBetween(date, later)).toBe(days)
        expect(addDays(later, -days)).toBe(date)
      }),
    )
  })

  test.each([
    '2026-12-31',
    '02/30/2026',
    '02/29/2026',
    '13/01/2026',
    '00/10/2026',
    '1/2/2026',
    '12/31/26',
    '',
    ' 12/31/2026',
  ])('%j is no MM/DD/YYYY date', (text) => {
    expect(isoFromUs(text)).toBeUndefined()
  })

  test.each(['12/31/2026', '2026-02-30', '2026-1-2', '2026-12-31T00:00:00Z', ''])(
    '%j is no YYYY-MM-DD date',
    (text) => {
      expect(usFromIso(text)).toBeUndefined()
    },
  )

  test('a leap day is a day', () => {
    expect(isoFromUs('02/29/2028')).toBe('2028-02-29')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  })

  test('months, years and the clock changes of a zone make no difference', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
    expect(daysBetween('2026-04-01', '2026-03-01')).toBe(-31)
  })
})

test.each([
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab👩‍👩‍👧‍👦', 6, 'ab'],
  ['noe\u0301l', 3, 'no'],
  [`${'x'.repeat(5_000)}😀`, 5_001, 'x'.repeat(5_000)],
])('the beginning of %j within %d units', (text, most, start) => {
  expect(startOf(text, most)).toBe(start)
})

test('a letter longer than all that fits is cut between its code points', () => {
  expect(startOf('😀'.concat('\u0301'.repeat(300)), 2)).toBe('😀')
  expect(startOf('😀', 1)).toBe('')
})
