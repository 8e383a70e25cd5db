import { performance } from 'node:perf_hooks'

/** How much of the time the process may be at work before fewer lanes run at once. */
const most = 0.85
const everyMs = 100
const least = 1 / 16

/** Says which part of its places an installation may use while others are at work, too. */
export interface Pressure extends Disposable {
  readonly part: () => number
}

/**
 * While the process is at work all the time, more lanes at once end no sooner, and each step of another installation's
 * waits for a step of them all.
 */
export const openPressure = (): Pressure => {
  let before = performance.eventLoopUtilization()
  let part = 1
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    part = utilization > most ? Math.max(least, part / 2) : Math.min(1, part * 1.25)
  }
  const timer = setInterval(look, everyMs).unref()
  return { part: () => part, [Symbol.dispose]: () => clearInterval(timer) }
}
