/** The result, or undefined if it fails or comes too late. */
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

/** Never rejects, so that a failure differs from a late answer. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { state: 'done', value: await work }
  } catch (error) {
    return { state: 'failed', error }
  }
}
