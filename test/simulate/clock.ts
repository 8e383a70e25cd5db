/** Simulated time, in ms. Steps at the same time run in the order in which they were planned. */
export interface Clock {
  readonly now: () => number
  readonly at: (ms: number, step: () => void) => void
  /** Until nothing is planned. */
  readonly run: () => void
}

interface Planned {
  readonly ms: number
  readonly order: number
  readonly step: () => void
}

const isBefore = (a: Planned, b: Planned) => a.ms < b.ms || (a.ms === b.ms && a.order < b.order)

/** A binary heap, because a run plans millions of steps. */
export const createClock = (): Clock => {
  const heap: Planned[] = []
  let [now, order] = [0, 0]

  const rise = (one: Planned) => {
    let at = heap.length
    heap.push(one)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]!
      if (!isBefore(one, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = one
  }

  const sink = (one: Planned) => {
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const next = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left
      if (!isBefore(heap[next]!, one)) break
      heap[at] = heap[next]!
      at = next
    }
    heap[at] = one
  }

  const take = (): Planned | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (last && heap.length > 0) sink(last)
    return first
  }

  return {
    now: () => now,
    at: (ms, step) => rise({ ms: Math.max(ms, now), order: (order += 1), step }),
    run: () => {
      for (let next = take(); next; next = take()) {
        now = next.ms
        next.step()
      }
    },
  }
}
