import { availableParallelism, loadavg } from 'node:os'
import type { Check } from './judge/promises.ts'

const clock = (ms: number) => `${ms < 0 ? '-' : ' '}${(Math.abs(ms) / 1_000).toFixed(3).padStart(7, '0')}`

export const createTimeline = () => {
  let start = performance.now()
  let shift = 0
  const lines: { at: number; actor: string; what: string }[] = []
  const now = () => performance.now() - start
  return {
    /** ms from the start of the storm; negative before it. */
    now,
    begin: () => {
      shift = now()
      start += shift
      for (const line of lines) line.at -= shift
    },
    add: (actor: string, what: string) =>
      void lines.push({ at: now(), actor, what: what.replaceAll(/\s+/g, ' ').slice(0, 400) }),
    text: () => lines.map(({ at, actor, what }) => `${clock(at)}  ${actor.padEnd(18)}  ${what}\n`).join(''),
  }
}
export type Timeline = ReturnType<typeof createTimeline>

/** In ms of the timeline. */
export interface Outage {
  readonly from: number
  to: number
  /** True if no node can be ready during it. Otherwise a node may or may not be ready. */
  readonly isTotal: boolean
}

interface Violation {
  readonly kind: Check
  readonly what: string
}
export interface Blame {
  (kind: Check, what: string): void
  /** The same for what took too long. On a busy machine, it is not judged. */
  readonly inTime: (kind: Check, what: string) => void
}

/** The load average of the last minute, per processor. */
const busyLoad = 4
const isMachineBusy = () => (loadavg()[0] ?? 0) > busyLoad * availableParallelism()

export const violationsIn = ({ add }: Timeline, isBusy: () => boolean = isMachineBusy) => {
  const found: Violation[] = []
  const unjudged: Violation[] = []
  const note = (list: Violation[], mark: string) => (kind: Check, what: string) => {
    list.push({ kind, what })
    add(mark, `${kind}: ${what}`)
  }
  const certain = note(found, 'VIOLATION')
  const doubtful = note(unjudged, 'not judged')
  const inTime: Blame['inTime'] = (kind, what) => (isBusy() ? doubtful : certain)(kind, what)
  return { found, unjudged, blame: Object.assign(certain, { inTime }) satisfies Blame }
}
