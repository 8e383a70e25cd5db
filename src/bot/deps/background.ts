import { once } from 'node:events'
import type { Log } from '../../log.ts'
import { GiveUp } from '../../lanes/lanes.ts'

/** Work after Slack got its answer. Shutdown waits for it. */
export class Background {
  readonly #running = new Set<Promise<void>>()
  readonly #waiting = new Set<NodeJS.Timeout>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#log.error({ err: error }, 'work in the background failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  readonly later = (ms: number, work: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.run(work)
    }, ms).unref()
    this.#waiting.add(timer)
  }

  async settled(ms: number): Promise<void> {
    for (const timer of this.#waiting) clearTimeout(timer)
    const late = new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
    await Promise.race([Promise.all(this.#running), late])
  }
}

/** Throws as soon as the signal aborts, and doesn't wait for the work then. */
export const unlessAborted = async (work: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await Promise.race([work(), once(signal, 'abort')])
  signal.throwIfAborted()
}

const faults = [TypeError, RangeError, SyntaxError, ReferenceError]

/** A bug, or a value that our code can't work with. */
export const isFault = (error: unknown): boolean => faults.some((fault) => error instanceof fault)

/** A record that can't be used is logged and skipped. Outages concern all records, so they are thrown. */
export const eachAlone = async <R>(
  log: Pick<Log, 'error'>,
  records: readonly R[],
  name: (record: R) => object,
  work: (record: R) => Promise<unknown>,
): Promise<void> => {
  for (const record of records)
    try {
      await work(record)
    } catch (error) {
      if (!(error instanceof GiveUp) && !isFault(error)) throw error
      log.error({ ...name(record), err: error }, 'a record can’t be used, and was skipped')
    }
}
