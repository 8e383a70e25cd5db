/** The answer if it comes in time, else undefined, also after a failure. */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([work.catch(() => undefined), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Outcome<T> = { state: 'done'; value: T } | { state: 'failed'; error: unknown }

/** Never rejects: tells a failure from a late answer. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { state: 'done', value: await work }
  } catch (error) {
    return { state: 'failed', error }
  }
}
