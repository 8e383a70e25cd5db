import { setTimeout as wait } from 'node:timers/promises'

/** What became of work by a moment at which somebody has to be told something. */
export type Outcome<T> = { state: 'done'; value: T } | { state: 'failed'; error: unknown }

/** Never rejects. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { state: 'done', value: await work }
  } catch (error) {
    return { state: 'failed', error }
  }
}

/** The outcome, or undefined when `ms` are over first; the work goes on. */
export const within = async <T>(ms: number, work: Promise<Outcome<T>>): Promise<Outcome<T> | undefined> => {
  const late = new AbortController()
  const timer = wait(ms, undefined, { signal: late.signal }).catch(() => undefined)
  const first = await Promise.race([work, timer])
  late.abort()
  return first ?? undefined
}
