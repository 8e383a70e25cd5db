import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL rolled back one of several transactions that crossed: nothing of it was done. */
const crossed: readonly unknown[] = ['40P01', '40001']

const mostTries = 5
/** The longest pause before the second try; it doubles with each. */
const firstPauseMs = 20

/**
 * Runs a whole transaction again after a deadlock or a serialization failure, up to five times. The pause is
 * random, so that transactions which met once do not meet again. SQLite has one writer and needs none of it.
 */
export const repeatCrossed = async <R>(
  run: () => Promise<R>,
  random: () => number = Math.random,
): Promise<R> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (!crossed.includes(code) || tries === mostTries) throw error
      await sleep(firstPauseMs * 2 ** (tries - 1) * random())
    }
  }
}
