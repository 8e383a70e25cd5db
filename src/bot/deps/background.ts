import { once } from 'node:events'
import type { Log } from '../../log.ts'

/** Runs work after Slack got its answer. Shutdown waits for it. */
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

  later(ms: number, work: () => Promise<void>): void {
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
