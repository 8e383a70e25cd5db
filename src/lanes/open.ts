import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupCommit } from '../database/group-commit.ts'
import { finishJob, incoming, pushJobs, type Fed, type LeaseFor } from './enqueue.ts'
import { installationOf } from './tables.ts'
import type { Node } from './node.ts'
import { aside, counts, replay, resume, trouble } from './operate.ts'
import { settle } from './settle.ts'
import { openSweep } from './sweep.ts'
import type { Lanes, OpenLanes, OwnLanes } from './types.ts'
import { openWorker, type Worker } from './worker.ts'

export const openLanes: OpenLanes = (database, options = {}) => {
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

  const changed = () => {
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
    const left = new Map<string, number>()
    return (kind, lane, runAt) => {
      const worker = workers.get(kind)
      const room = left.get(kind) ?? worker?.room(installationOf(lane)) ?? 0
      if (closing || room <= 0 || runAt > at || worker?.has(lane)) return 0
      left.set(kind, room - 1)
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

  const of = (installation: number): OwnLanes => ({
    enqueue: async (tx, jobs) => {
      const at = now()
      const { fed } = await pushJobs(
        tx.sql,
        node.id,
        jobs.map((job) => incoming(job, at, installation)),
        leaseWithRoom(at),
      )
      tx.afterCommit(() => feed(fed))
    },
    counts: () => counts(node, installation),
    trouble: () => trouble(node),
    aside: (filter) => aside(node, installation, filter),
    replay: async (seqs) => {
      const { replayed, fed } = await replay(node, installation, seqs)
      feed(fed)
      return replayed
    },
    resume: async (kind, lane) => {
      const fed = await resume(node, installation, kind, lane)
      if (fed) feed([fed])
    },
  })

  const lanes: Lanes = {
    ...of(0),
    of,
    work: (kinds) => {
      for (const [name, kind] of Object.entries(kinds)) {
        if (workers.has(name)) throw new Error(`lanes of kind ${name} already have a worker`)
        workers.set(name, openWorker(node, name, kind, changed))
      }
      searchAll()
    },
    counts: (except) => counts(node, undefined, except),
    idle,
    [Symbol.asyncDispose]: async () => {
      if (closing) return
      closing = true
      sweep[Symbol.dispose]()
      for (const worker of workers.values()) worker[Symbol.dispose]()
      await end()
      changed()
    },
  }
  return lanes
}
