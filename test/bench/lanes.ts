import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { openDatabase } from '../../src/bot/store/database.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { type Run, median, type Table } from './programs.ts'

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

type Settings = Omit<NonNullable<GraphileConfig.Preset['worker']>, 'connectionString' | 'logger'>
const silent = new Logger(() => () => undefined)

/** graphile-worker. Jobs with the same `queueName` run in sequence. */
const graphileWorker =
  (settings: Settings): OpenQueue =>
  async (connectionString, work) => {
    // The authors' documented settings for high throughput.
    const batching = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
    const preset = { worker: { ...batching, ...settings, connectionString, logger: silent } }
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

/** Each baseline with the best documented settings we found. */
const queues: Readonly<Record<string, OpenQueue>> = {
  'lanes, 128 at once': ours,
  'graphile-worker 0.18 `queueName`, 24 at once, `localQueue` 500, `completeJobBatchDelay` 0, `pollInterval` 1 ms':
    graphileWorker({ concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 }, pollInterval: 1 }),
  'graphile-worker 0.18 `queueName`, 2 at once, `completeJobBatchDelay` 0, `pollInterval` 10 ms':
    graphileWorker({ concurrentJobs: 2, maxPoolSize: 10, pollInterval: 10 }),
}

const keys = 100
const perCall = 100
/** The last call adds ten jobs of each of its keys, to test the order within a call too. */
const calls = [
  ...Array.from({ length: 30 }, (_, call) =>
    Array.from({ length: perCall }, (_, at) => call * perCall + at).map((n) => ({
      key: `k${(n * 7) % keys}`,
      n,
    })),
  ),
  Array.from({ length: 300 }, (_, at) => ({ key: `burst ${at % 10}`, n: at })),
]
const count = calls.flat().length

/** Adds all jobs, then starts the workers. `inversions` are jobs that ran before an earlier one of their key. */
const drain = async (open: OpenQueue, url: string) => {
  const last = new Map<string, number>()
  const all = Promise.withResolvers<void>()
  let [done, inversions] = [0, 0]
  await using queue = await open(url, async (key, n) => {
    if (n < (last.get(key) ?? -1)) inversions += 1
    last.set(key, n)
    if ((done += 1) === count) all.resolve()
  })
  for (const jobs of calls) await queue.put(jobs)
  const from = performance.now()
  await queue.start()
  await all.promise
  return { rate: (count / (performance.now() - from)) * 1_000, inversions }
}

/** One job at a time for idle workers, timed from just before it is added. */
const wakeMs = async (open: OpenQueue, url: string): Promise<number> => {
  const times: number[] = []
  let ran: (() => void) | undefined
  await using queue = await open(url, async () => ran?.())
  await queue.start()
  await sleep(1_000)
  for (let n = 0; n < 30; n += 1) {
    const { promise, resolve } = Promise.withResolvers<void>()
    ran = resolve
    const from = performance.now()
    await queue.put([{ key: `wake ${n}`, n }])
    await promise
    times.push(performance.now() - from)
    await sleep(20)
  }
  return median(times)
}

/** The same jobs of 110 keys on one PostgreSQL: these lanes, and a maintained queue that orders by key. */
export const lanes = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const rounds = isShort ? 1 : 5
  const fresh = () => createDatabase(postgresUrl, `queue_${randomUUID()}`)
  const drains = new Map<string, Awaited<ReturnType<typeof drain>>[]>()
  // In alternation, so that other load affects all. The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, open] of Object.entries(queues)) {
      const drained = await drain(open, await fresh())
      if (round > 0) drains.set(name, [...(drains.get(name) ?? []), drained])
    }
  const rows: string[][] = []
  for (const [name, open] of Object.entries(queues)) {
    const of = drains.get(name) ?? []
    const worst = Math.max(...of.map(({ inversions }) => inversions))
    const wake = await wakeMs(open, await fresh())
    rows.push([name, median(of.map(({ rate }) => rate)).toFixed(0), `${worst} of ${count}`, wake.toFixed(1)])
  }
  return {
    title: 'Lanes compared with graphile-worker, same PostgreSQL, fsync on',
    head: ['', 'jobs/s drained', 'jobs out of order', 'median wake-up ms'],
    rows,
    note: `Each queue is drained ${rounds} times, in alternation. Jobs/s is the median; jobs out of order is the worst run. graphile-worker orders jobs by the time of the call that added them, so those of one call may change places. When it polls every 1 ms, it queries the database hundreds of times a second when idle.`,
  }
}
