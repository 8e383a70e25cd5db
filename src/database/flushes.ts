/**
 * SQLite's commits, made durable outside of the thread that runs its statements. A flush of the disk serves all commits
 * before it, so that many wait for one.
 */
export class Flushes {
  readonly #flush: () => Promise<void>
  /** Whether there is a commit that no flush has begun to cover. */
  #isBehind = false
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(flush: () => Promise<void>) {
    this.#flush = flush
  }

  committed() {
    this.#isBehind = true
  }

  /**
   * What `work` wrote or read survives a power failure once this resolves. After a flush that failed, nobody knows what
   * is on the disk, so nothing succeeds until a restart.
   */
  async after<R>(work: () => Promise<R>): Promise<R> {
    const result = await work()
    await this.#done()
    return result
  }

  #done(): Promise<void> {
    if (!this.#isBehind) return this.#running
    return (this.#next ??= this.#running.then(() => {
      this.#next = undefined
      this.#isBehind = false
      return (this.#running = this.#flush())
    }))
  }
}
