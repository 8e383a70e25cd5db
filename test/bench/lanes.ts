import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { openDatabase } from '../../src/bot/store/database.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type Run, median, type Table } from './measuring.ts'

/** A queue under test, ordered by key. The measurement provides its handler. */
interface Queue extends AsyncDisposable {
  readonly put: (jobs: readonly { key: string; n: number }[]) => Promise<void>
  readonly start: () => Promise<void>
}
type OpenQueue = (databaseUrl: string, work: (key: string, n: number) => Promise<void>) => Promise<Queue>

/** Ours: a key is a lane. */
const ours: OpenQueue = async (url, work) => {
  const database = await openDatabase(url)
  const lanes = openLanes(database.lanes)
  const handler = (job: { lane: string; payload: unknown }) => work(job.lane, job.payload as number)
  return {
    put: (jobs) =>
      database.lanes.transaction((tx) =>
        lanes.enqueue(
          tx,
          jobs.map(({ key, n }) => ({ kind: 'bench', lane: key, payload: n })),
        ),
      ),
    start: async () => lanes.work({ bench: { work: handler, backoff: [], concurrency: 128 } }),
    [Symbol.asyncDispose]: async () => {
      await lanes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** graphile-worker, with the authors' documented settings for high throughput. Jobs of one `queueName` run in sequence. */
const graphileWorker: OpenQueue = async (connectionString, work) => {
  const preset = {
    worker: {
      connectionString,
      logger: new Logger(() => () => undefined),
      concurrentJobs: 24,
      maxPoolSize: 25,
      localQueue: { size: 500 },
      pollInterval: 1,
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  }
  const utils = await makeWorkerUtils({ preset })
  await utils.migrate()
  let runner: Runner | undefined
  const bench = async (payload: unknown) => {
    const { key, n } = payload as { key: string; n: number }
    await work(key, n)
  }
  return {
    put: async (jobs) => {
      await utils.addJobs(jobs.map((job) => ({ identifier: 'bench', payload: job, queueName: job.key })))
    },
    start: async () => {
      runner = await run({ preset, noHandleSignals: true, taskList: { bench } })
    },
    [Symbol.asyncDispose]: async () => {
      await runner?.stop()
      await utils.release()
    },
  }
}

const queues: readonly (readonly [name: string, OpenQueue])[] = [
  ['lanes, 128 at once', ours],
  [
    'graphile-worker 0.18 `queueName`, 24 at once, `localQueue` 500, `completeJobBatchDelay` 0, `pollInterval` 1 ms',
    graphileWorker,
  ],
]

/** Thirty calls of a hundred jobs; the last call adds ten jobs of each of its keys, to test the order within a call. */
const calls = [
  ...Array.from({ length: 30 }, (_, call) =>
    Array.from({ length: 100 }, (_, at) => call * 100 + at).map((n) => ({ key: `k${(n * 7) % 100}`, n })),
  ),
  Array.from({ length: 300 }, (_, n) => ({ key: `burst ${n % 10}`, n })),
]
const count = calls.flat().length

/**
 * Adds all jobs, then starts the workers, then adds one job at a time to them, each timed from just before it is added.
 * `inversions` are jobs that ran before an earlier one of their key.
 */
const measure = async (open: OpenQueue, url: string) => {
  const last = new Map<string, number>()
  let next = Promise.withResolvers<void>()
  let [left, inversions] = [count, 0]
  await using queue = await open(url, async (key, n) => {
    if (n < (last.get(key) ?? -1)) inversions += 1
    last.set(key, n)
    if ((left -= 1) === 0) next.resolve()
  })
  for (const jobs of calls) await queue.put(jobs)
  const from = performance.now()
  await queue.start()
  await next.promise
  const rate = (count / (performance.now() - from)) * 1_000
  const wakes: number[] = []
  await sleep(1_000)
  for (let n = 0; n < 30; n += 1) {
    next = Promise.withResolvers()
    left = 1
    const added = performance.now()
    await queue.put([{ key: `wake ${n}`, n }])
    await next.promise
    wakes.push(performance.now() - added)
    await sleep(20)
  }
  return { rate, inversions, wakeMs: median(wakes) }
}

/** The same jobs of 110 keys on one PostgreSQL: these lanes, and a maintained queue that orders by key. */
export const lanes = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const rounds = isShort ? 1 : 5
  const found = queues.map(([name, open]) => ({
    name,
    open,
    runs: [] as Awaited<ReturnType<typeof measure>>[],
  }))
  // In alternation, so that other load affects all. The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { open, runs } of found) {
      const ran = await measure(open, await createDatabase(postgresUrl, `queue_${randomUUID()}`))
      if (round > 0) runs.push(ran)
    }
  const rows = found.map(({ name, runs }) => [
    name,
    median(runs.map(({ rate }) => rate)).toFixed(0),
    `${Math.max(...runs.map(({ inversions }) => inversions))} of ${count}`,
    median(runs.map(({ wakeMs }) => wakeMs)).toFixed(1),
  ])
  return {
    title: 'Lanes compared with graphile-worker, same PostgreSQL, fsync on',
    head: ['', 'jobs/s drained', 'jobs out of order', 'median wake-up ms'],
    rows,
    note: `Each queue is drained ${rounds} times, in alternation. Jobs/s is the median; jobs out of order is the worst run. graphile-worker orders jobs by the time of the call that added them, so those of one call may change places. When it polls every 1 ms, it queries the database hundreds of times a second when idle.`,
  }
}
