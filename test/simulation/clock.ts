import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promised from 'node:timers/promises'

/**
 * The world's clock, in place of the machine's. Importing this file replaces every clock and timer of the process, so
 * it comes before the files that use them. Time passes only in `run`, when everything else waits for it.
 */

/** A program of the world. What it awaits never comes once it is dead, and comes later while it is frozen. */
export interface Host {
  readonly name: string
  isDead: boolean
  isFrozen: boolean
  /** What its own clock says, minus the time of the world, in ms. */
  skewMs: number
  /** What waits for its thaw. */
  readonly held: (() => void)[]
  /** Ends the requests that it works on. */
  readonly connections: Set<(error: Error) => void>
}
export const newHost = (name: string): Host => ({
  name,
  isDead: false,
  isFrozen: false,
  skewMs: 0,
  held: [],
  connections: new Set(),
})

const hosts = new AsyncLocalStorage<Host>()
export const currentHost = (): Host | undefined => hosts.getStore()
export const onHost = <R>(host: Host | undefined, work: () => R): R =>
  host ? hosts.run(host, work) : hosts.exit(work)

/** Resolves at once for a host that runs, after its thaw for a frozen one, and never for a dead one. */
export const alive = (host: Host | undefined): Promise<void> | undefined => {
  if (host?.isDead) return new Promise(() => undefined)
  if (host?.isFrozen) return new Promise<void>((resolve) => host.held.push(resolve)).then(() => alive(host))
  return undefined
}

export const thaw = (host: Host): void => {
  host.isFrozen = false
  for (const go of host.held.splice(0)) go()
}

class Timer {
  at = 0
  order = 0
  isOver = false
  readonly host = currentHost()
  readonly ring: () => void
  /** Undefined: it rings once. */
  readonly everyMs: number | undefined

  constructor(ring: () => void, everyMs?: number) {
    this.ring = AsyncLocalStorage.bind(ring)
    this.everyMs = everyMs
  }
  readonly ref = () => this
  readonly unref = () => this
  readonly close = () => void (this.isOver = true)
  readonly [Symbol.dispose] = this.close
}

const RealDate = Date
const realTurn = setImmediate
/** A Monday morning. */
const startsAt = Date.UTC(2026, 10, 30, 9)
let time = startsAt
let made = 0
/** By time, then by order. */
const queue: Timer[] = []

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

const set = (timer: Timer, ms: number): Timer => {
  timer.at = time + ms
  timer.order = ++made
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(queue[middle] as Timer, timer)) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, timer)
  return timer
}

type Callback = (...args: unknown[]) => void

/** As Node reads it. */
const msOf = (given: unknown): number => {
  const ms = Number(given)
  return ms >= 1 && ms <= 2_147_483_647 ? Math.floor(ms) : 1
}
const after = (ms: unknown, callback: Callback, ...args: unknown[]): Timer =>
  set(new Timer(() => callback(...args)), msOf(ms))
const every = (ms: unknown, callback: Callback, ...args: unknown[]): Timer =>
  set(new Timer(() => callback(...args), msOf(ms)), msOf(ms))
const soon = (callback: Callback, ...args: unknown[]): Timer => set(new Timer(() => callback(...args)), 0)
const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.close()
}

interface Waiting {
  signal?: AbortSignal
}
const aborted = (signal: AbortSignal) =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })

const wait = <T>(begin: (done: () => void) => Timer, value: T, { signal }: Waiting = {}): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal))
    const timer = begin(() => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    })
    const stop = () => {
      clear(timer)
      reject(aborted(signal as AbortSignal))
    }
    signal?.addEventListener('abort', stop, { once: true })
  })

const ownTime = () => time + (currentHost()?.skewMs ?? 0)

class WorldDate extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(ownTime())
    else super(...given)
  }
  static override now = ownTime
}

const timersOfWorld = {
  setTimeout: (callback: Callback, ms?: unknown, ...args: unknown[]) => after(ms, callback, ...args),
  setInterval: (callback: Callback, ms?: unknown, ...args: unknown[]) => every(ms, callback, ...args),
  setImmediate: soon,
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
}
Object.assign(globalThis, timersOfWorld, { Date: WorldDate })
Object.assign(timers, timersOfWorld)
Object.assign(promised, {
  setTimeout: <T>(ms?: number, value?: T, options?: Waiting) =>
    wait((done) => after(ms, done), value, options),
  setImmediate: <T>(value?: T, options?: Waiting) => wait(soon, value, options),
})
// No clock that jumps: a process has it for itself.
performance.now = () => time - startsAt
AbortSignal.timeout = (ms) => {
  const controller = new AbortController()
  after(ms, () => controller.abort(new DOMException('too late', 'TimeoutError')))
  return controller.signal
}
syncBuiltinESMExports()

export const worldTime = (): number => time

const ring = (timer: Timer) => {
  const { host, everyMs } = timer
  if (timer.isOver || host?.isDead) return
  if (host?.isFrozen) return void host.held.push(() => void set(timer, 0))
  timer.ring()
  if (everyMs !== undefined && !timer.isOver) set(timer, everyMs)
}

/** Lets the world's time pass until the work is done. `most`: ms of the world. */
export const run = async <T>(work: Promise<T>, most: number): Promise<T> => {
  let isDone = false
  const end = time + most
  const noteEnd = () => void (isDone = true)
  work.then(noteEnd, noteEnd)
  for (;;) {
    // What promises alone do is done after this.
    await new Promise<void>((resolve) => realTurn(resolve))
    if (isDone) return work
    const next = queue.shift()
    if (!next) throw new Error('the world waits for nothing')
    if (next.at > end) throw new Error('the world does not end')
    time = Math.max(time, next.at)
    ring(next)
  }
}

/** For the next world, which begins at the same time. */
export const restart = (): void => {
  queue.splice(0)
  made = 0
  time = startsAt
}
