import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isUnreachable } from './trouble.ts'

/** Too many items are waiting, or the database is unreachable for too long. The sender should retry (503). */
export class Busy extends Error {
  override name = 'Busy' as const
}

interface GroupCommitOptions {
  readonly maxBatch?: number
  /** More waiting items are refused. */
  readonly maxWaiting?: number
  /** An item that is not durable after this many ms is refused, but may still become durable. */
  readonly staleMs?: number
}

interface Waiting<I, R> {
  readonly item: I
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * While one transaction is written, the next one is collected, so that a single item does not wait and many items share
 * one fsync. Each promise resolves when its item is durable. If an item makes its transaction fail, the others are
 * written without it.
 */
export const groupCommit = <Tx, I, R>(
  database: { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  write: (tx: Tx, items: readonly I[]) => Promise<readonly R[]>,
  { maxBatch = 500, maxWaiting = 5_000, staleMs = 2_000 }: GroupCommitOptions = {},
): ((item: I) => Promise<R>) => {
  let waiting: Waiting<I, R>[] = []
  let flushing = false
  let away = false

  const refuse = (items: readonly Waiting<I, R>[]) => {
    for (const { reject } of items) reject(new Busy('the database took too long to answer'))
  }

  const attempt = async (batch: readonly Waiting<I, R>[]) => {
    const results = await database.transaction((tx) =>
      write(
        tx,
        batch.map(({ item }) => item),
      ),
    )
    batch.forEach(({ resolve }, at) => resolve(results[at] as R))
  }

  const attemptSingly = async (batch: readonly Waiting<I, R>[]) => {
    for (const one of batch) await attempt([one]).catch(one.reject)
  }

  const commit = async (batch: readonly Waiting<I, R>[]) => {
    for (;;) {
      try {
        return await attempt(batch)
      } catch (error) {
        if (isUnreachable(error) && !away) await sleep(20)
        else if (isUnreachable(error) || batch.length === 1) return batch[0]?.reject(error)
        else return attemptSingly(batch)
      }
    }
  }

  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch)
      const giveUp = () => {
        away = true
        refuse(batch)
        refuse(waiting)
        waiting = []
      }
      const watch = Number.isFinite(staleMs) ? setTimeout(giveUp, staleMs) : undefined
      await commit(batch)
      clearTimeout(watch)
      away = false
      // What the last batch set off joins the next one.
      await nextTurn()
    }
    flushing = false
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      if (away || waiting.length >= maxWaiting) return reject(new Busy('too many writes are waiting'))
      waiting.push({ item, resolve, reject })
      if (flushing) return
      flushing = true
      // After this turn of the event loop, so that simultaneous requests share the first transaction.
      setImmediate(() => void flush())
    })
}
