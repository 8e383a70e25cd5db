import { expect, test } from 'vitest'
import { Places } from '../../src/lanes/turns.ts'

const laneOf = (installation: number) => `${installation}:post:a`

/** A process that is at work all the time. */
const underPressure = () => {
  const clock = { now: 0 }
  const places = new Places(
    16,
    () => 1 / 16,
    () => clock.now,
  )
  return { clock, places }
}

test('an installation that is alone uses its places, however busy the process is', () => {
  const { places } = underPressure()
  expect(places.room(1)).toBe(16)
  places.enter(laneOf(1))
  expect(places.room(1)).toBe(15)
})

test('while another is at work, too, a busy process runs one lane of each', () => {
  const { clock, places } = underPressure()
  places.enter(laneOf(1))
  places.enter(laneOf(2))
  expect(places.room(1)).toBe(0)
  places.leave(laneOf(2))
  places.enter(laneOf(1))
  expect(places.room(1)).toBeLessThan(1)
  expect(places.room(3)).toBe(1)
  clock.now = 10_001
  expect(places.room(1)).toBe(14)
})
