import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupCommit } from '../database/group-commit.ts'
import { finishJob, incoming, pushJobs, type Fed, type LeaseFor } from './enqueue.ts'
import { installationOf, type LaneTables } from './tables.ts'
import type { Node } from './node.ts'
import { aside, counts, replay, resume, trouble } from './operate.ts'
import { renameJobs } from './rename.ts'
import { settle } from './settle.ts'
import { openSweep } from './sweep.ts'
import type { LaneKind, LaneOptions, NewJob } from './types.ts'
import type { Database, Tx } from '../database/database.ts'
import { openWorker, type Worker } from './worker.ts'

/** Ordered, durable work. `docs/lanes.md` explains the life of a row and the guarantees. */
export * from './types.ts'
export {
  dropLanes,
  holdBack,
  holdQueue,
  idleLanes,
  pruneJobs,
  refuseRestored,
  restoredReason,
  restoredUpTo,
} from './operate.ts'

/** The lanes of a program and of its installations. A program without installations uses them as they are. */
export const openLanes = (database: Database<LaneTables>, options: LaneOptions = {}) => {
  const now = options.now ?? database.now
  const graceMs = options.graceMs ?? 4_000
  let closing = false
  const node: Node = {
    random: Math.random,
    retryFactor: 1,
    leaseMs: 20_000,
    redact: (text) => text,
    onError: () => undefined,
    onRun: () => undefined,
    ...options,
    id: randomUUID(),
    database,
    now,
    settle: groupCommit(database, (tx, items) => settle(tx.sql, items, now()), {
      maxWaiting: Infinity,
      staleMs: Infinity,
    }),
    finish: async (tx, done, next) => {
      const at = now()
      const jobs = next.map((job) => incoming(job, at, installationOf(done.lane)))
      const { settled, fed } = await finishJob(tx.sql, node.id, done, jobs, leaseWithRoom(at), at)
      tx.afterCommit(() => feed(fed))
      return settled
    },
    held: new Map(),
    closing: () => closing,
  }
  const workers = new Map<string, Worker>()
  let waiters: (() => void)[] = []

  const wakeWaiters = () => {
    const woken = waiters
    waiters = []
    for (const wake of woken) wake()
  }
  const feed = (lanes: readonly Fed[]) => {
    for (const { lane, kind, runAt, claimed } of lanes) {
      const worker = workers.get(kind)
      if (claimed) worker?.take(lane, claimed.token, claimed.jobs)
      else worker?.fed(lane, runAt)
    }
  }
  /** Claims as many lanes as the workers have room for, but not those that they already work on. */
  const leaseWithRoom = (at: number): LeaseFor => {
    const rooms = new Map<string, number>()
    return (kind, lane, runAt) => {
      const worker = workers.get(kind)
      const room = rooms.get(kind) ?? worker?.room(installationOf(lane)) ?? 0
      if (closing || room <= 0 || runAt > at || worker?.has(lane)) return 0
      rooms.set(kind, room - 1)
      return at + node.leaseMs
    }
  }
  const searchAll = () => {
    for (const worker of workers.values()) worker.search()
  }
  const sweep = openSweep(node, workers, options.sweepMs ?? (database.engine.soleOwner ? 1_000 : 250))

  const busy = () => !closing && [...workers.values()].some((worker) => worker.busy())

  const idle = async () => {
    for (;;) {
      while (busy()) await Promise.race([new Promise<void>((resolve) => waiters.push(resolve)), sleep(50)])
      const due = !node.closing() && (await sweep.anyDue())
      // A lane that was claimed during the query is no longer due, but it is running.
      if (busy()) continue
      if (!due) return
      searchAll()
    }
  }

  const end = async () => {
    const ended = Promise.all([...workers.values()].map((worker) => worker.ended()))
    const limit = new AbortController()
    const within = (ms: number) => sleep(ms, undefined, { signal: limit.signal }).catch(() => undefined)
    await Promise.race([ended, within(graceMs * 0.75)])
    for (const { controller } of node.held.keys()) controller.abort()
    await Promise.race([ended, within(graceMs * 0.25)])
    limit.abort()
    await sweep.giveUp()
  }

  /** The lanes of one installation. */
  const of = (installation: number) => ({
    /** Enqueues in the caller's transaction and wakes workers after the commit. */
    enqueue: async (tx: Tx<LaneTables>, jobs: readonly NewJob[]): Promise<void> => {
      const at = now()
      const { fed } = await pushJobs(
        tx.sql,
        node.id,
        jobs.map((job) => incoming(job, at, installation)),
        leaseWithRoom(at),
      )
      tx.afterCommit(() => feed(fed))
    },
    /** A word in the lanes, keys and payloads of jobs that are not done becomes another one. */
    rename: async (tx: Tx<LaneTables>, from: string, to: string): Promise<void> => {
      const fed = await renameJobs(tx.sql, { installation, from, to })
      tx.afterCommit(() => feed(fed))
    },
    counts: () => counts(node, installation),
    /** Why the database cannot be used, in words. Undefined if it can. */
    trouble: () => trouble(node),
    aside: (filter?: { kind?: string; limit?: number }) => aside(node, installation, filter),
    /** Puts jobs that were set aside back at the end of their lanes. Returns how many. */
    replay: async (seqs: readonly number[]): Promise<number> => {
      const { replayed, fed } = await replay(node, installation, seqs)
      feed(fed)
      return replayed
    },
    /** Ends a lane's backoff. */
    resume: async (kind: string, lane: string): Promise<void> => {
      const fed = await resume(node, installation, kind, lane)
      if (fed) feed([fed])
    },
  })

  return {
    ...of(0),
    of,
    /** Starts work on these kinds on this node. Disposal waits for handlers (`graceMs`). */
    work: (kinds: Readonly<Record<string, LaneKind>>): void => {
      for (const [name, kind] of Object.entries(kinds)) {
        if (workers.has(name)) throw new Error(`lanes of kind ${name} already have a worker`)
        workers.set(name, openWorker(node, name, kind, wakeWaiters))
      }
      searchAll()
    },
    /** Of all installations. What waits for one of `except` is not counted. */
    counts: (except?: readonly number[]) => counts(node, undefined, except),
    /** Resolves when this node runs no job and none is due. For tests. */
    idle,
    [Symbol.asyncDispose]: async () => {
      if (closing) return
      closing = true
      sweep[Symbol.dispose]()
      for (const worker of workers.values()) worker[Symbol.dispose]()
      await end()
      wakeWaiters()
    },
  }
}
export type Lanes = ReturnType<typeof openLanes>
export type OwnLanes = ReturnType<Lanes['of']>
