import type { Turn } from './claims.ts'
import { installationOf } from './tables.ts'

/** So many busy installations fill the places of a kind. One that runs nothing still gets one. */
const busyInstallations = 4

/** A run that takes longer waits for a tracker or a Slack that answers slowly. */
const slowMs = 2_000
const longestRestMs = 10_000

/**
 * The places of a kind on this node. `each`: how many lanes each installation may run at once. While less than half of
 * the places are free, an installation whose last run was slow gets one place, and rests after each run.
 */
export const placesFor = (each: number, now: () => number) => {
  const total = busyInstallations * each
  const running = new Map<number, number>()
  /** Until when an installation rests, if its last run was slow. */
  const restsUntil = new Map<number, number>()
  let free = total
  const of = (installation: number) => running.get(installation) ?? 0
  const room = (installation: number): number => {
    const own = of(installation)
    const rested = restsUntil.get(installation)
    const spare = rested === undefined ? free : free - total / 2
    const more = Math.max(0, Math.min(each - own, spare))
    if (more > 0 || own > 0) return more
    return rested === undefined || (free > 0 && rested <= now()) ? 1 : 0
  }
  const enter = (installation: number): void => {
    free -= 1
    running.set(installation, of(installation) + 1)
  }
  const exit = (installation: number): void => {
    free += 1
    const left = of(installation) - 1
    if (left > 0) running.set(installation, left)
    else running.delete(installation)
  }
  return {
    room,
    isRunning: (installation: number): boolean => running.has(installation),
    enter,
    /** `ms`: how long the run took. Returns when the installation may run again, if it rests. */
    leave: (installation: number, ms: number): number | undefined => {
      exit(installation)
      if (ms <= slowMs) return void restsUntil.delete(installation)
      const until = now() + Math.min(ms, longestRestMs)
      restsUntil.set(installation, until)
      return until
    },
    /** Takes the first of the lanes for which there is room, and leaves the others. Enters nothing. */
    take: (lanes: Set<string>, isFree: (lane: string) => boolean): string[] => {
      const taken: string[] = []
      for (const lane of lanes) {
        if (room(installationOf(lane)) <= 0 || !isFree(lane)) continue
        enter(installationOf(lane))
        taken.push(lane)
      }
      for (const lane of taken) {
        exit(installationOf(lane))
        lanes.delete(lane)
      }
      return taken
    },
    /** How many lanes each of the installations may start. Enters nothing. */
    turns: (installations: readonly number[]): Turn[] => {
      const turns: Turn[] = []
      for (const installation of installations) {
        const limit = room(installation)
        if (limit > 0) turns.push({ installation, limit })
        for (let n = 0; n < limit; n += 1) enter(installation)
      }
      for (const { installation, limit } of turns) for (let n = 0; n < limit; n += 1) exit(installation)
      return turns
    },
  }
}
