import type { Log } from '../log.ts'

/** Work that goes on after Slack was answered; awaited when the process closes, so that nothing is cut off. */
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

  /** Begins after a while; not at all when the process ends before. */
  later(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.run(work)
    }, ms).unref()
    this.#waiting.add(timer)
  }

  /** Resolves when all that began is done, or after `ms`. */
  async settled(ms: number): Promise<void> {
    for (const timer of this.#waiting) clearTimeout(timer)
    const late = new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
    await Promise.race([Promise.all(this.#running), late])
  }
}
