export interface TurnOptions {
  /** How many connections there are. */
  readonly places: number
  /** How long an owner waits for a turn, in ms. */
  readonly patienceMs: number
  /** Statements that never wait for the network run this long, in ms, before other work of the process is looked at. */
  readonly sliceMs: number
}

interface Waiting {
  readonly begin: () => void
}

/**
 * Who may use a connection next. Owners take turns, so that one with much to do delays another by one turn, however many
 * statements it has waiting. One connection is left to others.
 */
export class Turns {
  readonly #options: TurnOptions
  readonly #each: number
  readonly #using = new Map<number, number>()
  /** In the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>()
  #free: number
  #sliceEnds = 0
  #isServing = false

  constructor(options: TurnOptions) {
    this.#options = options
    this.#each = Math.max(1, options.places - 1)
    this.#free = options.places
  }

  async take<R>(owner: number, work: () => Promise<R>): Promise<R> {
    if (this.#waiting.size > 0 || !this.#hasRoom(owner)) await this.#turnOf(owner)
    else this.#begin(owner)
    try {
      return await work()
    } finally {
      this.#end(owner)
    }
  }

  #hasRoom(owner: number): boolean {
    return this.#free > 0 && (this.#using.get(owner) ?? 0) < this.#each
  }

  #begin(owner: number) {
    this.#free -= 1
    this.#using.set(owner, (this.#using.get(owner) ?? 0) + 1)
  }

  #end(owner: number) {
    this.#free += 1
    const left = (this.#using.get(owner) ?? 1) - 1
    if (left > 0) this.#using.set(owner, left)
    else this.#using.delete(owner)
    this.#serve()
  }

  #turnOf(owner: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(owner) ?? []
      this.#waiting.set(owner, queue)
      const { patienceMs } = this.#options
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) this.#waiting.delete(owner)
        reject(new Error('timeout exceeded when trying to connect'))
      }
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined
      const waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(waiting)
      this.#serve()
    })
  }

  #serve() {
    if (this.#isServing || this.#waiting.size === 0) return
    if (performance.now() < this.#sliceEnds) return this.#serveNow()
    // What arrived meanwhile, perhaps for another owner, is looked at first.
    this.#isServing = true
    setImmediate(() => {
      this.#isServing = false
      this.#sliceEnds = performance.now() + this.#options.sliceMs
      this.#serveNow()
    })
  }

  /** An owner who has more waiting goes to the end, where this comes by again. */
  #serveNow() {
    for (const [owner, queue] of this.#waiting) {
      if (this.#free === 0) return
      if (!this.#hasRoom(owner)) continue
      this.#waiting.delete(owner)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(owner, queue)
      this.#begin(owner)
      next?.begin()
    }
  }
}
