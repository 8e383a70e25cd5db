import type { Clock } from './clock.ts'

type Then = () => void

export interface Station {
  readonly serve: (ms: number, then: Then) => void
  /** How long its servers worked in all, in ms. */
  readonly worked: () => number
}

/** Processors. They serve in the order of arrival, `servers` at a time. */
export const createStation = (clock: Clock, servers: number): Station => {
  const waiting: { readonly ms: number; readonly next: Then }[] = []
  let [head, busy, worked] = [0, 0, 0]
  const begin = (ms: number, then: Then) => {
    busy += 1
    worked += ms
    clock.at(clock.now() + ms, () => {
      busy -= 1
      const first = waiting[head]
      if (first) {
        head += 1
        if (head === waiting.length) head = waiting.length = 0
        begin(first.ms, first.next)
      }
      then()
    })
  }
  return {
    serve: (ms, then) => (busy < servers ? begin(ms, then) : void waiting.push({ ms, next: then })),
    worked: () => worked,
  }
}

/** A database's log. One flush at a time; what arrives meanwhile shares the next one. */
export const createLog = (clock: Clock, flushMs: number): ((then: Then) => void) => {
  let waiting: Then[] = []
  let isBusy = false
  const flush = () => {
    const batch = waiting
    waiting = []
    isBusy = true
    clock.at(clock.now() + flushMs, () => {
      isBusy = false
      if (waiting.length > 0) flush()
      for (const then of batch) then()
    })
  }
  return (then) => {
    waiting.push(then)
    if (!isBusy) flush()
  }
}

/** Calls that somebody else limits: `atOnce` of them without a wait, then one after the other. */
export const createLimit = (clock: Clock, perMinute: number, atOnce = 1): ((then: Then) => void) => {
  const each = 60_000 / perMinute
  let next = 0
  return (then) => {
    const turn = Math.max(clock.now(), next - (atOnce - 1) * each)
    next = Math.max(next, turn) + each
    clock.at(turn, then)
  }
}

/** One job of a lane at a time. */
export const createLanes = () => {
  const lanes = new Map<string, ((done: Then) => void)[]>()
  const start = (lane: string, job: (done: Then) => void): void =>
    job(() => {
      const next = lanes.get(lane)?.shift()
      if (next) start(lane, next)
      else lanes.delete(lane)
    })
  return {
    add: (lane: string, job: (done: Then) => void): void => {
      const waiting = lanes.get(lane)
      if (waiting) return void waiting.push(job)
      lanes.set(lane, [])
      start(lane, job)
    },
  }
}
