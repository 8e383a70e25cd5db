import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { openDatabase } from '../../src/bot/store/database.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { inTurns, median } from './measuring.ts'

type Job = { key: string; n: number }
type Handle = (job: Job) => Promise<void>
interface Queue {
  readonly put: (jobs: readonly Job[]) => Promise<unknown>
  readonly start: () => Promise<unknown>
}
/** A queue under test, ordered by key. The measurement provides its handler, and closes what it opened. */
type OpenQueue = (url: string, handle: Handle, opened: AsyncDisposableStack) => Promise<Queue>

/** Ours: a key is a lane. */
const ours: OpenQueue = async (url, handle, opened) => {
  const database = opened.use(await openDatabase(url))
  const lanes = opened.use(openLanes(database.lanes))
  const work = ({ payload }: { payload: unknown }) => handle(payload as Job)
  return {
    put: (jobs) => {
      const wanted = jobs.map((job) => ({ kind: 'bench', lane: job.key, payload: job }))
      return database.lanes.transaction((tx) => lanes.enqueue(tx, wanted))
    },
    start: async () => lanes.work({ bench: { work, backoff: [], concurrency: 128 } }),
  }
}

/** graphile-worker, with the authors' documented settings for high throughput. Jobs of one `queueName` run in sequence. */
const graphileWorker: OpenQueue = async (connectionString, handle, opened) => {
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
  const taskList = { bench: (payload: unknown) => handle(payload as Job) }
  const utils = await makeWorkerUtils({ preset })
  opened.defer(() => utils.release())
  await utils.migrate()
  return {
    put: (jobs) =>
      utils.addJobs(jobs.map((job) => ({ identifier: 'bench', payload: job, queueName: job.key }))),
    start: async () => {
      const runner = await run({ preset, noHandleSignals: true, taskList })
      opened.defer(() => runner.stop())
    },
  }
}

const queues = {
  'lanes, 128 at once': ours,
  'graphile-worker 0.18 `queueName`, 24 at once, `localQueue` 500, `completeJobBatchDelay` 0, `pollInterval` 1 ms':
    graphileWorker,
}

/** Thirty calls of a hundred jobs; the last call adds thirty jobs of each of its keys, to test the order within a call. */
const calls = [
  ...Array.from({ length: 30 }, (_, call) =>
    Array.from({ length: 100 }, (_, at) => ({ key: `k${at}`, n: call })),
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
  let [left, inversions] = [count, 0]
  let done = Promise.withResolvers<void>()
  const handle: Handle = async ({ key, n }) => {
    if (n < (last.get(key) ?? -1)) inversions += 1
    last.set(key, n)
    if ((left -= 1) === 0) done.resolve()
  }
  await using opened = new AsyncDisposableStack()
  const queue = await open(url, handle, opened)
  for (const jobs of calls) await queue.put(jobs)
  const from = performance.now()
  await queue.start()
  await done.promise
  const rate = (count / (performance.now() - from)) * 1_000
  const wakes: number[] = []
  await sleep(1_000)
  for (let n = 0; n < 30; n += 1) {
    done = Promise.withResolvers()
    left = 1
    const added = performance.now()
    await queue.put([{ key: `wake ${n}`, n }])
    await done.promise
    wakes.push(performance.now() - added)
    await sleep(20)
  }
  return { rate, inversions, wakeMs: median(wakes) }
}

/** The same jobs of 110 keys on one PostgreSQL: these lanes, and a maintained queue that orders by key. */
export const lanes = async (isShort: boolean, postgresUrl: string) => {
  const rounds = isShort ? 1 : 5
  const found = await inTurns(rounds, Object.entries(queues), async ([, open]) =>
    measure(open, await createDatabase(postgresUrl, `queue_${randomUUID()}`)),
  )
  return {
    title: 'Lanes compared with graphile-worker, same PostgreSQL, fsync on',
    head: ['', 'jobs/s drained', 'jobs out of order', 'median wake-up ms'],
    rows: found.map(([[name], runs]) => [
      name,
      median(runs.map(({ rate }) => rate)).toFixed(0),
      `${Math.max(...runs.map(({ inversions }) => inversions))} of ${count}`,
      median(runs.map(({ wakeMs }) => wakeMs)).toFixed(1),
    ]),
    note: `Each queue is drained ${rounds} times, in alternation. Jobs/s is the median; jobs out of order is the worst run. graphile-worker orders jobs by the time of the call that added them, so those of one call may change places.`,
  }
}
