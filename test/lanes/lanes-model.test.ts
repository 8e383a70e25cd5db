import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../src/bot/store/database.ts'
import { GiveUp, RetryLater, type Job, type Lanes, type NewJob } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { mortal, openNode } from './node.ts'
import { jobRows, laneRows } from '../support/lane-rows.ts'

/** What a job's handler does at each attempt; after the last it succeeds. */
type Deed = 'fail' | 'later' | 'giveUp' | 'done' | 'doneInTransaction'
interface Plan {
  readonly n: number
  readonly deeds: readonly Deed[]
  /** What the job must not overtake within its lane: earlier ones of these names. */
  readonly orders: readonly string[]
}

const deeds = fc.array(fc.constantFrom<Deed>('fail', 'later', 'giveUp', 'done', 'doneInTransaction'), {
  maxLength: 4,
})
const node = fc.nat(1)
const enqueue = fc.record({
  do: fc.constant('enqueue' as const),
  node,
  jobs: fc.array(
    fc.record({
      lane: fc.nat(3),
      key: fc.option(fc.nat(9), { nil: undefined }),
      delay: fc.constantFrom(0, 0, 0, 50, 5_000),
      deeds,
      turn: fc.nat(2),
      thread: fc.nat(2),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})
const step = fc.oneof(
  { weight: 6, arbitrary: enqueue },
  // Backwards too: no clock may decide what runs first.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: -500, max: 4_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'crash' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('replay' as const, 'settle' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Longer than all the steps of a story may move the clock, so that only a crash loses a lease. */
const leaseMs = 60_000

/** Two nodes on one database, and everything their handlers see. */
class World {
  now = 1_000_000
  readonly keys = new Set<number>()
  readonly expected = new Map<number, number>()
  readonly finished: number[] = []
  readonly broken: string[] = []
  private readonly database: Database
  private readonly nodes: { lanes: Lanes; put: (...jobs: NewJob[]) => Promise<void>; die: () => void }[]
  private readonly newest = new Map<string, number>()
  /** A job that failed stays the first of its lane. */
  private readonly failing = new Map<string, number>()
  private readonly owner = new Map<string, object>()
  private count = 0

  constructor(database: Database) {
    this.database = database
    this.nodes = [this.boot(), this.boot()]
  }

  private boot() {
    const { body, die } = mortal(this.database)
    const life = { dead: false }
    const clock = { now: () => this.now, random: () => 0.5, leaseMs, sweepMs: 3, graceMs: 10_000 }
    const { lanes, put } = openNode(body, clock)
    const work = (job: Job) => this.handle(job, body, life)
    lanes.work({ post: { work, backoff: [10, 200], concurrency: 2 } })
    const end = () => {
      life.dead = true
      die()
    }
    return { lanes, put, die: end }
  }

  private async handle(job: Job, body: Database, life: { dead: boolean }) {
    const { n, deeds } = job.payload as Plan
    this.checkOrder(job)
    const owner = this.owner.get(job.lane)
    if (owner && !life.dead && !job.signal.aborted) this.broken.push(`two owners of ${job.lane}`)
    const me = {}
    if (!life.dead) this.owner.set(job.lane, me)
    try {
      await new Promise(setImmediate)
      // A dead machine's handler goes nowhere: neither result nor error leaves it.
      if (life.dead) throw new Error('dead')
      await this.act(deeds[job.attempt - 1] ?? 'done', job, body)
      this.finished.push(n)
    } finally {
      if (this.owner.get(job.lane) === me) this.owner.delete(job.lane)
    }
  }

  private checkOrder({ lane, seq, payload }: Job) {
    for (const order of (payload as Plan).orders) {
      const key = `${lane} ${order}`
      if ((this.newest.get(key) ?? 0) > seq) this.broken.push(`job ${seq} ran after a later one of ${key}`)
      this.newest.set(key, seq)
    }
    const failing = this.failing.get(lane) ?? seq
    if (failing !== seq) this.broken.push(`job ${seq} overtook ${failing}, which failed`)
  }

  private async act(deed: Deed, job: Job, body: Database) {
    this.failing.delete(job.lane)
    // After the third attempt it is set aside.
    if (deed === 'fail' && job.attempt < 3) this.failing.set(job.lane, job.seq)
    if (deed === 'fail') throw new Error('fails')
    if (deed === 'giveUp') throw new GiveUp('gives up')
    // Not a failure, so the attempt stays the same: only once in a while, or it would be for ever.
    if (deed === 'later' && this.now % 2 === 0) throw new RetryLater(30, 'later')
    if (deed === 'doneInTransaction') await body.transaction((tx) => job.done(tx))
  }

  async run(step: Step) {
    switch (step.do) {
      case 'enqueue': {
        const jobs: NewJob[] = []
        for (const { lane, key, delay, deeds, turn, thread } of step.jobs) {
          const n = (this.count += 1)
          if (key === undefined || !this.keys.has(key)) this.expected.set(n, lane)
          if (key !== undefined) this.keys.add(key)
          jobs.push({
            kind: 'post',
            lane: `l${lane}`,
            // Half of the lanes take turns.
            payload: {
              n,
              deeds,
              orders: lane < 2 ? [''] : [`turn ${turn}`, `thread ${thread}`],
            } satisfies Plan,
            ...(lane >= 2 && { turns: { turn: `${turn}`, thread: `${thread}` } }),
            ...(key !== undefined && { uniqueKey: `k${key}` }),
            ...(delay > 0 && { runAt: this.now + delay }),
          })
        }
        return this.nodes[step.node]!.put(...jobs)
      }
      case 'advance':
        this.now += step.ms
        return undefined
      case 'restart':
        await this.nodes[step.node]!.lanes[Symbol.asyncDispose]()
        this.nodes[step.node] = this.boot()
        return undefined
      case 'crash':
        this.nodes[step.node]!.die()
        // Those who shared the lane with the dead one are its successors, not a second owner.
        this.owner.clear()
        this.nodes[step.node] = this.boot()
        return undefined
      case 'replay': {
        const aside = await this.nodes[0]!.lanes.aside()
        await this.nodes[0]!.lanes.replay(aside.map(({ seq }) => seq))
        return undefined
      }
      default:
        return this.nodes[0]!.lanes.idle()
    }
  }

  /** Lets every delay and every dead node's lease pass, until nothing waits. */
  async drain() {
    for (;;) {
      for (const { lanes } of this.nodes) await lanes.idle()
      const [row] = await this.nodes[0]!.lanes.counts()
      if (!row || row.waiting === 0) return
      // Less than a lease at a time: whoever lives has settled what it claimed before the last step.
      this.now += leaseMs / 2 + 1
    }
  }

  /** Every job that was committed, by what became of it. */
  async fates() {
    const rows = await jobRows(this.database)
    return rows.map(({ payload, state, lane }) => ({ ...(JSON.parse(payload) as Plan), state, lane }))
  }

  async idleLanesWithWork() {
    const lanes = await laneRows(this.database)
    const waiting = (await this.fates()).filter(({ state }) => state === 'waiting')
    return lanes.filter(({ lane, pending }) => pending !== waiting.filter((job) => job.lane === lane).length)
  }

  async close() {
    for (const { lanes } of this.nodes) await lanes[Symbol.asyncDispose]()
  }
}

eachEngine('lanes under random failures, crashes, restarts and clocks', (fresh, engine) => {
  test(
    'lose nothing, double nothing, keep the order of each lane, and leave none idle with work',
    { timeout: 60_000 },
    async () => {
      const database = await fresh()
      const story = async (steps: readonly Step[]) => {
        for (const table of ['job', 'lane'] as const) await database.sql.deleteFrom(table).execute()
        const world = new World(database)
        for (const one of steps) await world.run(one)
        await world.drain()
        const fates = await world.fates()
        await world.close()
        expect(world.broken).toEqual([])
        expect(new Set(fates.map(({ n }) => n))).toEqual(new Set(world.expected.keys()))
        expect(fates.length).toBe(world.expected.size)
        expect(fates.filter(({ state }) => state === 'waiting')).toEqual([])
        for (const { n, state } of fates) if (state === 'done') expect(world.finished).toContain(n)
        expect(await world.idleLanesWithWork()).toEqual([])
      }
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), story), {
        numRuns: engine === 'sqlite' ? 60 : 20,
        endOnFailure: true,
      })
    },
  )
})
