/** Wraps a use of a connection: a transaction, or a statement outside of one. */
export type Around = <R>(use: () => Promise<R>) => Promise<R>

/** How long statements go on before other work of the process gets its turn, in ms. */
const sliceMs = 1

/** First come, first served. SQLite answers at once, so its statements alone would keep the process busy. */
export const oneAtATime = (): Around => {
  const waiting: (() => void)[] = []
  let isBusy = false
  let sliceEnds = 0

  const next = () => {
    const begin = waiting.shift()
    if (begin) begin()
    else isBusy = false
  }
  const leave = () => {
    if (waiting.length === 0 || performance.now() < sliceEnds) return next()
    setImmediate(() => {
      sliceEnds = performance.now() + sliceMs
      next()
    })
  }
  return async (use) => {
    if (isBusy) await new Promise<void>((begin) => waiting.push(begin))
    isBusy = true
    try {
      return await use()
    } finally {
      leave()
    }
  }
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** At most `most` uses at a time for each owner. Others of that owner wait their turn. */
export const fewEach = (most: number) => {
  const lines = new Map<number, Line>()

  const enter = async (owner: number): Promise<Line> => {
    const line = lines.get(owner) ?? { running: 0, waiting: [] }
    lines.set(owner, line)
    if (line.running >= most) await new Promise<void>((begin) => line.waiting.push(begin))
    else line.running += 1
    return line
  }
  const leave = (owner: number, line: Line) => {
    const begin = line.waiting.shift()
    if (begin) return begin()
    line.running -= 1
    if (line.running === 0) lines.delete(owner)
  }

  return (owner: number): Around =>
    async (use) => {
      const line = await enter(owner)
      try {
        return await use()
      } finally {
        leave(owner, line)
      }
    }
}
