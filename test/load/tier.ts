/** By key: `atOnce` calls without a wait, then `most` a minute. Returns the wait in ms, and takes the call if it is 0. */
export const perMinute = (most: number, atOnce: number, now: () => number = () => performance.now()) => {
  const each = 60_000 / most
  const next = new Map<string, number>()
  return (key: string): number => {
    const due = next.get(key) ?? 0
    const wait = Math.max(0, due - (atOnce - 1) * each - now())
    if (wait === 0) next.set(key, Math.max(due, now()) + each)
    return wait
  }
}
