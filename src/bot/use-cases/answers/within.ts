/** The answer if it comes in time, else undefined; a failure counts as no answer. */
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

/** What became of work, where a failure has to be told from an answer that is late. Never rejects. */
export const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { state: 'done', value: await work }
  } catch (error) {
    return { state: 'failed', error }
  }
}
