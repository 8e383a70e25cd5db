import { installationOf } from './names.ts'
import type { Turn } from './statements.ts'

const first = (lanes: Iterable<string>, most: number, isFree: (lane: string) => boolean): string[] => {
  const found: string[] = []
  for (const lane of lanes) {
    if (found.length >= most) break
    if (isFree(lane)) found.push(lane)
  }
  return found
}

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

  /** Takes up to `limit` lanes, one of each installation at a time. Leaves those that `isFree` refuses. */
  take(limit: number, room: (installation: number) => number, isFree: (lane: string) => boolean): string[] {
    const taken: string[] = []
    const queues = [...this.#lanes].map(([installation, lanes]) => first(lanes, room(installation), isFree))
    for (let turn = 0; taken.length < limit; turn += 1) {
      const next = queues.flatMap((lanes) => lanes[turn] ?? [])
      if (next.length === 0) break
      taken.push(...next.slice(0, limit - taken.length))
    }
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
  readonly #running = new Map<number, number>()
  #taken = 0

  /** `each`: for an installation that is alone. */
  constructor(each: number) {
    this.#each = each
  }

  enter(lane: string): void {
    const installation = installationOf(lane)
    this.#running.set(installation, (this.#running.get(installation) ?? 0) + 1)
    this.#taken += 1
  }

  leave(lane: string): void {
    const installation = installationOf(lane)
    const left = (this.#running.get(installation) ?? 1) - 1
    if (left === 0) this.#running.delete(installation)
    else this.#running.set(installation, left)
    this.#taken -= 1
  }

  get free(): number {
    return 2 * this.#each - this.#taken
  }

  /** How many more lanes the installation may run. The share of one more installation stays free for the next. */
  room(installation: number): number {
    const own = this.#running.get(installation) ?? 0
    const active = this.#running.size + (own === 0 ? 1 : 0)
    const share = Math.max(1, Math.floor((2 * this.#each) / (active + 1)))
    return Math.min(share - own, this.free)
  }

  isRunning(installation: number): boolean {
    return this.#running.has(installation)
  }

  /** Without installations that have no room. Together at most as many lanes as places are free. */
  turns(installations: readonly number[]): Turn[] {
    let { free } = this
    const each = Math.max(1, Math.ceil(free / Math.max(1, installations.length)))
    return installations.flatMap((installation) => {
      const limit = Math.min(this.room(installation), each, free)
      if (limit <= 0) return []
      free -= limit
      return { installation, limit }
    })
  }
}
