import type { Engine } from '../database/engine.ts'

/** A replica is at most this far behind, in ms. Usually it is a second. */
const keptMs = 60_000
const mostKept = 2_000

type Again = () => Promise<unknown>

/**
 * What this process acknowledged recently, and how to store it again. Its senders don't repeat it, even if a failover
 * loses it. Each item has a unique key, so storing it twice changes nothing.
 */
export class Acknowledged {
  #kept: { at: number; again: Again; isEnd: boolean }[] = []
  readonly #now: () => number
  readonly #canLose: boolean

  /** A database with one owner forgets nothing while its process runs, so nothing is kept. */
  constructor(now: () => number, { soleOwner }: Pick<Engine, 'soleOwner'>) {
    this.#now = now
    this.#canLose = !soleOwner
  }

  /** `end`: the outcome of something that was acknowledged before. */
  keep(again: Again, end?: 'end'): void {
    if (!this.#canLose) return
    this.#kept.push({ at: this.#now(), again, isEnd: end !== undefined })
    if (this.#kept.length > 2 * mostKept) this.#kept = this.#kept.slice(-mostKept)
  }

  /** Call it after a check found no loss: what is older than a replica's delay can't be lost anymore. */
  forgetOld(): void {
    const oldest = this.#now() - keptMs
    this.#kept = this.#kept.filter(({ at }) => at >= oldest)
  }

  /** In the original order, but outcomes first, so that nothing that has ended starts again. */
  async storeAgain(): Promise<void> {
    const [ended, begun] = [true, false].map((end) => this.#kept.filter(({ isEnd }) => isEnd === end))
    for (const { again } of [...(ended ?? []), ...(begun ?? [])]) await again()
  }
}
