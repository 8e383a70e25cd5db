import type { Turn } from './claims.ts'

/** With so many busy installations, others wait. */
const busyInstallations = 4

/** Which lanes of a kind run on this node: at most so many of each installation at once. */
export class Places {
  readonly #each: number
  readonly #running = new Map<number, number>()
  #free: number

  constructor(each: number) {
    this.#each = each
    this.#free = busyInstallations * each
  }

  get free(): number {
    return this.#free
  }

  enter(installation: number): void {
    this.#free -= 1
    this.#running.set(installation, this.#of(installation) + 1)
  }

  leave(installation: number): void {
    this.#free += 1
    const left = this.#of(installation) - 1
    if (left > 0) this.#running.set(installation, left)
    else this.#running.delete(installation)
  }

  #of(installation: number): number {
    return this.#running.get(installation) ?? 0
  }

  room(installation: number): number {
    return Math.max(0, Math.min(this.#each - this.#of(installation), this.#free))
  }

  isRunning(installation: number): boolean {
    return this.#running.has(installation)
  }

  /** Takes the first of the lanes for which there is room, and leaves the others. Enters nothing. */
  take(lanes: Set<string>, installationOf: (lane: string) => number, isFree: (lane: string) => boolean) {
    const taken: string[] = []
    const rooms = new Map<number, number>()
    for (const lane of lanes) {
      if (taken.length >= this.#free) break
      const installation = installationOf(lane)
      const room = rooms.get(installation) ?? this.room(installation)
      if (room <= 0 || !isFree(lane)) continue
      rooms.set(installation, room - 1)
      taken.push(lane)
    }
    for (const lane of taken) lanes.delete(lane)
    return taken
  }

  /** How many lanes each installation may get. Without those that have no room. */
  turns(installations: readonly number[]): Turn[] {
    let left = this.#free
    return installations.flatMap((installation) => {
      const limit = Math.min(this.room(installation), left)
      left -= limit
      return limit > 0 ? [{ installation, limit }] : []
    })
  }
}
