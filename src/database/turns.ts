export interface TurnOptions {
  /** How many connections there are. */
  readonly places: number
  /** How long an owner waits for a turn, in ms. */
  readonly patienceMs: number
  /** How long an owner with a backlog holds back after the turn of one without, which likely asks again, in ms. */
  readonly courtesyMs: number
  /** Statements that never wait for the network run this long, in ms, before other work of the process is looked at. */
  readonly sliceMs: number
}

/** With this many waiting, an owner has a backlog. The statements of one event come one by one. */
const backlogFrom = 5
/** An owner with a backlog waits no longer than this for others, in ms. */
const mostCourtesyMs = 20
/**
 * Owners with a backlog hold back for this share of the time. With many others active, most of it would be lost to
 * all.
 */
const courtesyShare = 0.4
/** They can save up this much of it, in ms. */
const mostSavedMs = 250
/** Others are active if one had a turn in this time, in ms. */
const activeMs = 1_000

interface Waiting {
  readonly owner: number
  readonly begin: () => void
}

/**
 * Who may use a connection next. Owners take turns, so that one with much to do delays another by one turn, however many
 * statements it has waiting. One connection is left to others, or four fifths of them if others are active. An event
 * takes many turns: while those of one are likely to come, an owner with a backlog holds back, or each of them would
 * wait for a turn of the backlog. What comes first waits for no other owner's turn.
 */
export class Turns {
  readonly #options: TurnOptions
  /** How many connections an owner may use. */
  readonly #alone: number
  /** The same for one with a backlog, while others are active. */
  readonly #amongOthers: number
  readonly #using = new Map<number, number>()
  /** In the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>()
  readonly #first: Waiting[] = []
  #free: number
  #sliceEnds = 0
  /** Who was last served of those without a backlog, and when that one's turn ended. */
  #guest: { readonly owner: number; readonly at: number } | undefined
  readonly #heldSince = new Map<number, number>()
  /** How long owners may still hold back, in ms, as of a time. */
  #courtesyLeft = mostSavedMs
  #courtesyAt = performance.now()
  #looksAgain = false
  #isServing = false

  constructor(options: TurnOptions) {
    this.#options = options
    this.#alone = Math.max(1, options.places - 1)
    this.#amongOthers = Math.max(1, Math.floor(options.places / 5))
    this.#free = options.places
  }

  async take<R>(owner: number, work: () => Promise<R>, isFirst = false): Promise<R> {
    if (isFirst ? this.#free === 0 : this.#hasWaiting() || !this.#hasRoom(owner))
      await this.#turnOf(owner, isFirst)
    else this.#begin(owner)
    try {
      return await work()
    } finally {
      this.#end(owner)
    }
  }

  #hasWaiting(): boolean {
    return this.#waiting.size > 0 || this.#first.length > 0
  }

  #hasRoom(owner: number): boolean {
    const most = this.#hasBacklog(owner) && this.#guestOf(owner) ? this.#amongOthers : this.#alone
    return this.#free > 0 && (this.#using.get(owner) ?? 0) < most
  }

  /** Another owner who is active and has no backlog. */
  #guestOf(owner: number) {
    const guest = this.#guest
    return guest && guest.owner !== owner && performance.now() < guest.at + activeMs ? guest : undefined
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
    if (!this.#hasBacklog(owner)) this.#guest = { owner, at: performance.now() }
    this.#serve()
  }

  #hasBacklog(owner: number): boolean {
    return (this.#waiting.get(owner)?.length ?? 0) >= backlogFrom
  }

  /** How long the owner holds back from now on, in ms. */
  #courtesyOf(owner: number): number {
    const guest = this.#guestOf(owner)
    if (!guest || !this.#hasBacklog(owner)) return 0
    const now = performance.now()
    this.#countCourtesy(now)
    if (this.#courtesyLeft <= 0) return 0
    const since = this.#heldSince.get(owner) ?? now
    this.#heldSince.set(owner, since)
    return Math.min(guest.at + this.#options.courtesyMs, since + mostCourtesyMs) - now
  }

  #countCourtesy(now: number) {
    const ms = now - this.#courtesyAt
    const spent = this.#heldSince.size > 0 ? ms : 0
    const left = this.#courtesyLeft + ms * courtesyShare - spent
    this.#courtesyLeft = Math.min(mostSavedMs, Math.max(-mostCourtesyMs, left))
    this.#courtesyAt = now
  }

  #turnOf(owner: number, isFirst: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = isFirst ? this.#first : (this.#waiting.get(owner) ?? [])
      if (!isFirst) this.#waiting.set(owner, queue)
      const { patienceMs } = this.#options
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
        if (!isFirst && queue.length === 0) {
          this.#waiting.delete(owner)
          this.#heldSince.delete(owner)
        }
        reject(new Error('timeout exceeded when trying to connect'))
      }
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined
      const waiting = {
        owner,
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
    if (this.#isServing || !this.#hasWaiting()) return
    if (performance.now() < this.#sliceEnds) return this.#serveNow()
    // What arrived meanwhile, perhaps for another owner, is looked at first.
    this.#isServing = true
    setImmediate(() => {
      this.#isServing = false
      this.#sliceEnds = performance.now() + this.#options.sliceMs
      this.#serveNow()
    })
  }

  #lookAgain(ms: number) {
    if (this.#looksAgain) return
    this.#looksAgain = true
    setTimeout(() => {
      this.#looksAgain = false
      this.#serve()
    }, ms)
  }

  /** An owner who has more waiting goes to the end, where this comes by again. */
  #serveNow() {
    while (this.#free > 0) {
      const next = this.#first.shift()
      if (!next) break
      this.#begin(next.owner)
      next.begin()
    }
    for (const [owner, queue] of this.#waiting) {
      if (this.#free === 0) return
      if (!this.#hasRoom(owner)) continue
      const courtesy = this.#courtesyOf(owner)
      if (courtesy > 0) {
        this.#lookAgain(courtesy)
        continue
      }
      this.#waiting.delete(owner)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(owner, queue)
      this.#countCourtesy(performance.now())
      this.#heldSince.delete(owner)
      this.#begin(owner)
      next?.begin()
    }
  }
}
