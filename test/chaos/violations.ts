import { availableParallelism, loadavg } from 'node:os'
import type { Timeline } from './timeline.ts'

export interface Violation {
  /** A few words by which the tally counts. */
  readonly kind: string
  readonly what: string
}
export interface Blame {
  (kind: string, what: string): void
  /** The same for what took too long. On a busy machine, it is not judged. */
  readonly inTime: (kind: string, what: string) => void
}

/** The load average of the last minute, per processor. */
const busyLoad = 4
const isBusy = () => (loadavg()[0] ?? 0) > busyLoad * availableParallelism()

export const violationsIn = ({ add }: Timeline) => {
  const found: Violation[] = []
  const unjudged: Violation[] = []
  const note = (list: Violation[], mark: string) => (kind: string, what: string) => {
    list.push({ kind, what })
    add(mark, `${kind}: ${what}`)
  }
  const certain = note(found, 'VIOLATION')
  const doubtful = note(unjudged, 'not judged')
  const inTime: Blame['inTime'] = (kind, what) => (isBusy() ? doubtful : certain)(kind, what)
  return { found, unjudged, blame: Object.assign(certain, { inTime }) satisfies Blame }
}
