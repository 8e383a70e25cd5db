/** Delays in ms. */
export const createDelays = () => {
  const all: number[] = []
  let sorted: Float64Array | undefined
  return {
    add: (ms: number): void => {
      all.push(ms)
      sorted = undefined
    },
    count: () => all.length,
    /** In the order in which they were added. */
    list: (): readonly number[] => all,
    /** The delay that this share of them stays at or under; 0 if there is none. */
    at: (share: number): number => {
      sorted ??= Float64Array.from(all).sort()
      return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
    },
  }
}

export type Delays = ReturnType<typeof createDelays>
