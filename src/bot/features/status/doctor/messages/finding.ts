import { count } from '../../../../kit/text/words.ts'

export interface Finding {
  /** Such as `Slack token`. */
  topic: string
  /** `bad`: something does not work. `look`: it works, and a person should check it. */
  state: 'good' | 'look' | 'bad'
  found: string
  remedy?: string | undefined
}

export const good = (topic: string, found: string): Finding => ({ topic, state: 'good', found })
const wrong = (state: 'look' | 'bad') => (topic: string, found: string, remedy: string) => ({
  topic,
  state,
  found,
  remedy,
})
export const look = wrong('look')
export const bad = wrong('bad')

/** `3 seconds`, `5 minutes`, `2 hours`, `4 days` */
export const age = (ms: number): string => {
  const units: readonly [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ]
  const [size, unit] = units.find(([size]) => ms >= size) ?? [1_000, 'second']
  const many = Math.max(0, Math.round(ms / size))
  return count(many, unit)
}

export const checkFailed = (topic: string) => bad(topic, 'the check failed', 'see the app’s log')

export const checkLate = (topic: string, seconds: number) =>
  bad(topic, `no response within ${seconds} seconds`, 'run the doctor again')
