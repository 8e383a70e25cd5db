/** How long a copy of the database may be behind it, in ms: replicas are seconds behind. */
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
    const now = this.#now()
    if (this.#kept.length >= 2 * mostKept || (this.#kept[0] && this.#kept[0].at < now - 2 * keptMs))
      this.#kept = this.#kept.filter(({ at }) => at >= now - keptMs).slice(-mostKept)
    this.#kept.push({ at: now, again, isEnd: end !== undefined })
  }

  /** In the order of before, but for what has ended already: nobody is to begin it anew. */
  async storeAgain(): Promise<void> {
    const [ended, begun] = [true, false].map((end) => this.#kept.filter(({ isEnd }) => isEnd === end))
    for (const { again } of [...(ended ?? []), ...(begun ?? [])]) await again()
  }
}
