export interface Timeline {
  /** ms from the start of the storm; negative before it. */
  readonly now: () => number
  /** Makes now the zero of all times. */
  readonly begin: () => void
  readonly add: (actor: string, what: string) => void
  readonly text: () => string
}

const clock = (ms: number) => `${ms < 0 ? '-' : ' '}${(Math.abs(ms) / 1_000).toFixed(3).padStart(7, '0')}`

/** What happened in one world. Each line has the time, the actor, and the event. */
export const createTimeline = (): Timeline => {
  let start = performance.now()
  let shift = 0
  const lines: { at: number; actor: string; what: string }[] = []
  const now = () => performance.now() - start
  return {
    now,
    begin: () => {
      shift = now()
      start += shift
      for (const line of lines) line.at -= shift
    },
    add: (actor, what) =>
      void lines.push({ at: now(), actor, what: what.replaceAll(/\s+/g, ' ').slice(0, 400) }),
    text: () => lines.map(({ at, actor, what }) => `${clock(at)}  ${actor.padEnd(18)}  ${what}\n`).join(''),
  }
}
