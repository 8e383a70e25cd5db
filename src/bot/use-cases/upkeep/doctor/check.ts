import type { Finding } from '../../../messages/upkeep/doctor.ts'
import { count } from '../../../messages/kit/words.ts'
import type { BotDeps } from '../../../deps.ts'

/** `topic` names the check if it does not finish in time. */
export interface Check {
  topic: string
  run(deps: BotDeps): Promise<Finding | readonly Finding[]>
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
