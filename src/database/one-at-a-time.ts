/** How long statements go on before other work of the process gets its turn, in ms. */
const sliceMs = 1

/**
 * SQLite's one connection, first come, first served. It answers at once, so its statements alone would keep the process
 * busy.
 */
export const oneAtATime = () => {
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
  return async <R>(use: () => Promise<R>): Promise<R> => {
    if (isBusy) await new Promise<void>((begin) => waiting.push(begin))
    isBusy = true
    try {
      return await use()
    } finally {
      leave()
    }
  }
}
