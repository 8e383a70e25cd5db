import { installationOf } from './names.ts'
import type { Turn } from './statements.ts'

/** Lanes that were signaled. Installations take turns, so that one with many lanes does not hold up the others. */
export class Wanted {
  readonly #lanes = new Map<number, Set<string>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(lane: string): void {
    const installation = installationOf(lane)
    const lanes = this.#lanes.get(installation) ?? new Set()
    this.#lanes.set(installation, lanes)
    if (lanes.has(lane)) return
    lanes.add(lane)
    this.#size += 1
  }

  delete(lane: string): boolean {
    const installation = installationOf(lane)
    const lanes = this.#lanes.get(installation)
    if (!lanes?.delete(lane)) return false
    this.#size -= 1
    if (lanes.size === 0) this.#lanes.delete(installation)
    return true
  }

  has(lane: string): boolean {
    return this.#lanes.get(installationOf(lane))?.has(lane) ?? false
  }

  hasOf(installation: number): boolean {
    return this.#lanes.has(installation)
  }

  /** Takes lanes for which there are places, one of each installation at a time. Leaves those that `isFree` refuses. */
  take(places: Places, isFree: (lane: string) => boolean): string[] {
    const queues = new Map(
      [...this.#lanes].map(([installation, lanes]) => [installation, lanes.values().filter(isFree)]),
    )
    const taken = places.deal(queues.keys(), (installation) => queues.get(installation)?.next().value)
    for (const lane of taken) {
      const lanes = this.#lanes.get(installationOf(lane))
      this.delete(lane)
      // The installation comes last next time.
      if (lanes && lanes.size > 0) {
        this.#lanes.delete(installationOf(lane))
        this.#lanes.set(installationOf(lane), lanes)
      }
    }
    return taken
  }
}

/** The places of a kind on this node, and how many lanes of each installation run. */
export class Places {
  readonly #each: number
  readonly #running: Map<number, number>

  /** `each`: for an installation that is alone. There are twice as many. */
  constructor(each: number, running: ReadonlyMap<number, number> = new Map()) {
    this.#each = each
    this.#running = new Map(running)
  }

  enter(installation: number): void {
    this.#running.set(installation, this.#of(installation) + 1)
  }

  leave(installation: number): void {
    const left = this.#of(installation) - 1
    if (left > 0) this.#running.set(installation, left)
    else this.#running.delete(installation)
  }

  #of(installation: number): number {
    return this.#running.get(installation) ?? 0
  }

  get free(): number {
    return 2 * this.#each - this.#running.values().reduce((sum, lanes) => sum + lanes, 0)
  }

  /**
   * How many more lanes the installation may run. A share is left for one more installation. Places that others don't
   * use are lent while more than a quarter of all is free.
   */
  room(installation: number): number {
    const own = this.#of(installation)
    const active = this.#running.size + (own === 0 ? 1 : 0)
    const share = Math.max(1, Math.floor((2 * this.#each) / (active + 1)))
    const lent = Math.min(this.#each - own, this.free - Math.ceil(this.#each / 2))
    return Math.min(Math.max(share - own, lent), this.free)
  }

  isRunning(installation: number): boolean {
    return this.#running.has(installation)
  }

  /** Asks each installation in turn for what it has next, as long as it has room. Enters nothing. */
  deal<T>(installations: Iterable<number>, next: (installation: number) => T | undefined): T[] {
    const after = new Places(this.#each, this.#running)
    const dealt: T[] = []
    let asking = [...installations]
    while (asking.length > 0)
      asking = asking.filter((installation) => {
        const one = after.room(installation) > 0 ? next(installation) : undefined
        if (one === undefined) return false
        after.enter(installation)
        dealt.push(one)
        return true
      })
    return dealt
  }

  /** Without installations that have no room. */
  turns(installations: readonly number[]): Turn[] {
    const dealt = Map.groupBy(
      this.deal(installations, (installation) => installation),
      (installation) => installation,
    )
    return [...dealt].map(([installation, { length: limit }]) => ({ installation, limit }))
  }
}
