import { bold, line, type Message, message, messageOfMost, name, note } from '../../../kit/message.ts'
import { dayMs, hourMs, minuteMs } from '../../../kit/time.ts'
import { count } from '../../../kit/text.ts'

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
    [dayMs, 'day'],
    [hourMs, 'hour'],
    [minuteMs, 'minute'],
    [1_000, 'second'],
  ]
  const [size, unit] = units.find(([size]) => ms >= size) ?? [1_000, 'second']
  const many = Math.max(0, Math.round(ms / size))
  return count(many, unit)
}

export const checkFailed = (topic: string) => bad(topic, 'the check failed', 'see the app’s log')

export const checkLate = (topic: string, seconds: number) =>
  bad(topic, `no response within ${seconds} seconds`, 'run the doctor again')

const marks = { good: '✓ Good', look: '⚠ Check', bad: '✗ Not working' } as const
const rank = { bad: 0, look: 1, good: 2 } as const

const shown = ({ topic, state, found, remedy }: Finding) => [
  line(marks[state], ' · ', bold(topic), name(`: ${found}`)),
  remedy !== undefined && line('   What to do: ', name(remedy)),
]

const summary = (findings: readonly Finding[]): string => {
  const countOf = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  if (countOf('bad') + countOf('look') === 0) return `All ${count(findings.length, 'check')} passed.`
  const parts = [
    countOf('bad') > 0 && `${countOf('bad')} not working`,
    countOf('look') > 0 && `${countOf('look')} to check`,
    `${countOf('good')} good`,
  ]
  return `${count(findings.length, 'check')}: ${parts.filter(Boolean).join(', ')}.`
}

const ranked = (findings: readonly Finding[]) =>
  findings.toSorted((one, other) => rank[one.state] - rank[other.state])

/** For the command line. */
export const doctorLines = (findings: readonly Finding[]): string[] => [
  summary(findings),
  ...ranked(findings).flatMap(({ topic, state, found, remedy }) => [
    `${marks[state]} · ${topic}: ${found}`,
    ...(remedy === undefined ? [] : [`   What to do: ${remedy}`]),
  ]),
]

const most = 40

export const doctor = ({ findings }: { findings: readonly Finding[] }): Message => {
  const sorted = ranked(findings)
  return messageOfMost(sorted, most, (some) => [
    summary(findings),
    ...some.flatMap(shown),
    some.length < sorted.length && note(`${some.length} of ${sorted.length} shown.`),
  ])
}

/** Shown while the checks run. The answer replaces it. */
export const doctorRunning = (): Message =>
  message('Checking Slack, the tracker, the database and the queue. This takes a few seconds.')
