import type { Log } from '../../log.ts'

/** Work after Slack got its answer. Shutdown waits for it. */
export class Background {
  readonly #running = new Set<Promise<void>>()
  readonly #waiting = new Set<NodeJS.Timeout>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  add(work: Promise<void>): void {
    const running = work
      .catch((error: unknown) => this.#log.error({ err: error }, 'work in the background failed'))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  readonly later = (ms: number, work: () => Promise<void>): void => {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      this.add(work())
    }, ms).unref()
    this.#waiting.add(timer)
  }

  async settled(ms: number): Promise<void> {
    for (const timer of this.#waiting) clearTimeout(timer)
    const late = new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
    await Promise.race([Promise.all(this.#running), late])
  }
}
