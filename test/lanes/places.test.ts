import { expect, test } from 'vitest'
import { placesFor } from '../../src/lanes/places.ts'

test('who answers slowly gets one place, and rests, while places are scarce; when a run is quick again, all of them', () => {
  let now = 0
  const places = placesFor(4, () => now)
  const enter = (installation: number, times: number) => {
    for (let n = 0; n < times; n += 1) places.enter(installation)
  }
  enter(1, 1)
  expect(places.leave(1, 3_000)).toBe(3_000)
  // Nobody else needs them.
  expect(places.room(1)).toBe(4)
  enter(2, 4)
  expect(places.room(1)).toBe(4)
  enter(3, 4)
  expect([places.room(1), places.room(4)]).toEqual([0, 4])
  now = 3_000
  expect(places.room(1)).toBe(1)
  enter(1, 1)
  expect(places.room(1)).toBe(0)
  places.leave(1, 60_000)
  now += 10_000
  enter(1, 1)
  places.leave(1, 100)
  expect(places.room(1)).toBe(4)
  enter(4, 4)
  enter(5, 4)
  expect([places.room(4), places.room(6)]).toEqual([0, 1])
})
