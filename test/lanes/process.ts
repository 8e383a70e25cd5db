import { sql } from 'kysely'
import { openOne } from '../support/open-one.ts'
import { openLanes, type Job, type NewJob } from '../../src/lanes/lanes.ts'

/** One process of many on one database, started by `processes.ts`. Its order is one JSON argument. */
export interface Order {
  readonly url: string
  /** The process's number, from 0. */
  readonly id: number
  /** `hold` works some jobs, then says `holding` and never ends the next. */
  readonly role: 'enqueue' | 'work' | 'hold'
  readonly lanes: number
  readonly transactions: number
  readonly leaseMs: number
  /** Default: as in production. */
  readonly sweepMs?: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const database = await openOne(order.url)
const lanes = openLanes(database, {
  leaseMs: order.leaseMs,
  ...(order.sweepMs !== undefined && { sweepMs: order.sweepMs }),
})

/** Each job says who put it in and as which of theirs in that lane, so that a reader can see the order. */
const jobsOf = (transaction: number): NewJob[] =>
  [0, 1, 2].map((part) => ({
    kind: 'mark',
    lane: `lane ${(order.id + transaction + part) % order.lanes}`,
    payload: { from: order.id, n: transaction },
  }))

let marked = 0
const mark = async (job: Job) => {
  if (order.role === 'hold' && (marked += 1) > 20) {
    process.stdout.write('holding\n')
    await new Promise(() => undefined)
  }
  const { from, n } = job.payload as { from: number; n: number }
  await database.transaction(async (tx) => {
    await sql`insert into mark (lane, seq, producer, n, worker)
      values (${job.lane}, ${job.seq}, ${from}, ${n}, ${order.id})`.execute(tx.sql)
    await job.done(tx)
  })
}

if (order.role === 'enqueue') {
  for (let n = 0; n < order.transactions; n += 1)
    await database.transaction((tx) => lanes.enqueue(tx, jobsOf(n)))
  await lanes[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
} else {
  lanes.work({ mark: { work: mark, backoff: [50, 50, 50, 50], concurrency: 4 } })
  process.once('SIGTERM', () => {
    void lanes[Symbol.asyncDispose]().then(() => database[Symbol.asyncDispose]())
  })
  if (order.role === 'work') process.stdout.write('working\n')
}
