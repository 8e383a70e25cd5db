import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/** Lets time pass on the monotonic clock, by which caches go. */
export const passing = () => {
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(() => clock.mockRestore())
  return async (ms: number) => {
    ahead += ms
    // A cache looks at the clock once a millisecond.
    await sleep(5)
  }
}
