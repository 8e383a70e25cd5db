/**
 * Aborts the signal if the work takes longer than `ms`. `AbortSignal.timeout` would ring also after work that is done,
 * which costs as much as a small statement.
 */
export const withDeadline = async <R>(ms: number, work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
  const deadline = new AbortController()
  const late = () => deadline.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(late, ms)
  try {
    return await work(deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}
