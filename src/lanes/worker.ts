import { AsyncLocalStorage } from 'node:async_hooks'
import { runLane } from './run.ts'
import type { Held, Node } from './node.ts'
import type { Settled } from './settle.ts'
import { installationOf } from './tables.ts'
import { claimLanes, dueInstallations, type Claimed } from './claims.ts'
import { placesFor } from './places.ts'
import { headJobs, type JobRow } from './statements.ts'
import type { LaneKind } from './types.ts'

/** Jobs per claim. Then other lanes of the kind get their turn. */
const jobsPerClaim = 8
/** With more signaled lanes than this, a search is cheaper than a list. */
const mostSignaled = 500
/** How many times a kind keeps to wake up at. The sweep finds what waits beyond them. */
const mostTimes = 500
/** How many installations with due lanes a search looks at. The next one goes on behind them. */
const mostInstallations = 250
/** `setTimeout` takes at most 24 days. A minute also limits the effect of a clock change. */
const longestTimer = 60_000

export type Worker = ReturnType<typeof openWorker>

export const openWorker = (node: Node, kindName: string, kind: LaneKind, onChange: () => void) => {
  // Often another lane's handler starts a lane, whose work must not count as part of that handler's.
  const outside = AsyncLocalStorage.snapshot()
  const places = placesFor(kind.concurrency ?? 16, node.now)
  const running = new Map<string, Promise<void>>()
  const heldNow = new Map<string, Held>()
  /** Lanes that were signaled, first in, first out. */
  const signaled = new Set<string>()
  let searching = true
  let lastServed = -1
  /** Whether due lanes wait because their installations have no room. */
  let hasDueWithoutRoom = false
  let claiming: Promise<void> | undefined
  let searchNext = true
  /** When waiting lanes may be due. The timer is set to the earliest. */
  const times = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  const fed = (lane: string, runAt: number): void => {
    if (node.closing()) return
    if (runAt > node.now()) return wakeAt(runAt)
    if (signaled.size < mostSignaled) signaled.add(lane)
    else searching = true
    pump()
  }

  const search = (): void => {
    searching = true
    pump()
  }

  const wakeAt = (at: number) => {
    if (times.has(at) || times.size >= mostTimes) return
    times.add(at)
    if (at === Math.min(...times)) setTimer()
  }

  const setTimer = () => {
    clearTimeout(timer)
    // A search that ends after the close must not keep the process alive.
    if (times.size === 0 || node.closing()) return
    const wait = Math.min(...times) - node.now()
    timer = setTimeout(ring, Math.min(Math.max(wait, 1), longestTimer))
  }

  /** A timer may ring a millisecond early, or the database's clock be slow. A search would find nothing then. */
  const ring = () => {
    const now = node.now()
    const due = [...times].filter((at) => at <= now)
    for (const at of due) times.delete(at)
    setTimer()
    if (due.length > 0) search()
  }

  const afterRun = (lane: string, settled: Settled | undefined) => {
    // A lost lane has a new owner. If the result is unknown, a search finds the lane after the lease.
    if (settled && !settled.lost && settled.pending > 0) fed(lane, settled.runAt)
  }

  const more = (lane: string) => async (after: number) => {
    const crowded = searching || hasDueWithoutRoom || signaled.size > (signaled.has(lane) ? 1 : 0)
    if (crowded || !signaled.delete(lane)) return []
    const jobs = await headJobs(node.database.sql, [lane], jobsPerClaim + 1).catch(() => [])
    return jobs.filter(({ seq }) => seq !== after)
  }

  const start = ({ lane, token, attempts }: Claimed, jobs: readonly JobRow[]) => {
    const before = running.get(lane)
    // Our own lease ran out, and its token is void. Its handler must end first.
    heldNow.get(lane)?.controller.abort()
    const held: Held = { lane, token, controller: new AbortController() }
    heldNow.set(lane, held)
    node.held.set(held, node.now() + node.leaseMs)
    const work = async () => {
      await before
      try {
        return await runLane(node, { kindName, kind, held, jobs, attempts }, more(lane))
      } catch (error) {
        node.onError(error, undefined)
        return undefined
      }
    }
    const installation = installationOf(lane)
    const startedAt = node.now()
    if (!before) places.enter(installation)
    const run = outside(work).then((settled) => {
      node.held.delete(held)
      if (heldNow.get(lane) === held) {
        heldNow.delete(lane)
        running.delete(lane)
        const rested = places.leave(installation, node.now() - startedAt)
        if (rested !== undefined) wakeAt(rested)
        searching ||= hasDueWithoutRoom
        hasDueWithoutRoom = false
      }
      afterRun(lane, settled)
      pump()
    })
    running.set(lane, run)
  }

  /** Claims these lanes, or any that are due if there are none. */
  const claim = async (lanes: readonly string[]) => {
    const at = { kind: kindName, now: node.now(), leaseMs: node.leaseMs }
    const due = await (lanes.length > 0
      ? []
      : dueInstallations(node.database.sql, at, lastServed, mostInstallations))
    const turns = places.turns(due)
    lastServed = turns.at(-1)?.installation ?? due.at(-1) ?? -1
    hasDueWithoutRoom ||= turns.length < due.length
    if (lanes.length === 0 && turns.length === 0) return
    const claimed = await claimLanes(node.database.sql, {
      ...at,
      from: lanes.length > 0 ? { lanes } : { turns },
      latestFirst: searchNext,
    })
    if (claimed.length === 0) return
    const isCut = turns.some(
      ({ installation, limit }) =>
        claimed.filter(({ lane }) => installationOf(lane) === installation).length === limit,
    )
    if (isCut) searching = true
    const jobs = await headJobs(
      node.database.sql,
      claimed.map(({ lane }) => lane),
      jobsPerClaim,
    )
    for (const one of claimed)
      start(
        one,
        jobs.filter(({ lane }) => lane === one.lane),
      )
  }

  const takeSignaled = () => places.take(signaled, (lane) => !running.has(lane))

  const pump = (): void => {
    if (node.closing() || claiming) return onChange()
    // Alternates, because signals alone would starve other lanes, and searches alone would be slow.
    const searchNow = searching && searchNext
    const lanes = searchNow ? [] : takeSignaled()
    searchNext = !searchNow
    if (lanes.length === 0 && !searching) return onChange()
    if (lanes.length === 0) searching = false
    claiming = claim(lanes).then(
      () => {
        claiming = undefined
        pump()
      },
      (error: unknown) => {
        // The sweep tries again. An immediate retry would be a hot loop while the database is unreachable.
        claiming = undefined
        searching = true
        node.onError(error, undefined)
        onChange()
      },
    )
  }

  return {
    fed,
    search,
    /** How many lanes of an installation could start now. 0 if lanes wait and the installation runs some already. */
    room: (installation: number): number => {
      const hasOlder = searching || claiming !== undefined || signaled.size > 0
      return hasOlder && places.isRunning(installation) ? 0 : places.room(installation)
    },
    has: (lane: string): boolean => running.has(lane),
    take: (lane: string, token: number, jobs: readonly JobRow[]): void => {
      // Without room, the lane is released and nothing runs.
      const hasRoom = places.room(installationOf(lane)) > 0
      start({ lane, token, attempts: 0 }, hasRoom ? jobs.slice(0, jobsPerClaim) : [])
    },
    /** `at`: when the earliest free lane of the kind can run. */
    dueAt: (at: number): void => (at <= node.now() ? search() : wakeAt(at)),
    busy: (): boolean => claiming !== undefined || running.size > 0 || signaled.size > 0 || searching,
    ended: async (): Promise<void> => {
      // A claim in progress starts its lanes first, and they release themselves.
      await claiming
      await Promise.all(running.values())
    },
    [Symbol.dispose]: () => {
      times.clear()
      clearTimeout(timer)
    },
  }
}
