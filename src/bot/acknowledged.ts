/** How long a replica may be behind, in ms. Mostly it is a second. */
const keptMs = 60_000
const mostKept = 2_000

type Again = () => Promise<unknown>

/**
 * What this process acknowledged lately, and how to store it again: nobody else repeats it when a failover loses it.
 * All of it is stored under keys of its own, so that storing what is there changes nothing.
 */
export class Acknowledged {
  #kept: { at: number; again: Again; isEnd: boolean }[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** `end`: how something ended that was acknowledged before. */
  keep(again: Again, end?: 'end'): void {
    this.#kept.push({ at: this.#now(), again, isEnd: end !== undefined })
    if (this.#kept.length > 2 * mostKept) this.#kept = this.#kept.slice(-mostKept)
  }

  /** The database has just been seen to have what it had: what is older than any replica is behind stays there. */
  forgetOld(): void {
    const oldest = this.#now() - keptMs
    this.#kept = this.#kept.filter(({ at }) => at >= oldest)
  }

  /** In the order of before, but for what has ended already: nobody is to begin it anew. */
  async storeAgain(): Promise<void> {
    const [ended, begun] = [true, false].map((end) => this.#kept.filter(({ isEnd }) => isEnd === end))
    for (const { again } of [...(ended ?? []), ...(begun ?? [])]) await again()
  }
}
