export interface Random {
  /** 0 to 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  some<T>(list: readonly T[], count: number): T[]
}

/** Mulberry32: small, and the same on every machine. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const one = list[between(0, list.length - 1)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
  return {
    next,
    between,
    pick,
    some: (list, count) => {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const one = pick(left)
        left.splice(left.indexOf(one), 1)
        return one
      })
    },
  }
}
