import { graphileWorker } from './queue-graphile.ts'
import { ours } from './queue-lanes.ts'
import { drain, type Drained, type OpenQueue, wake } from './queue.ts'
import type { Run } from './programs.ts'
import { medianBy, type Table } from './table.ts'

/** The authors' documented settings for high throughput. */
const batching = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
const manyAtOnce = { concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 }, ...batching }

/** Each baseline with the best documented settings we found. */
const queuesOn = (url: string): Record<string, OpenQueue> => ({
  'lanes, 128 at once': ours(url, 128),
  'graphile-worker 0.18 `queueName`, 24 at once, `localQueue` 500, `completeJobBatchDelay` 0, `pollInterval` 1 ms':
    graphileWorker(url, { ...manyAtOnce, pollInterval: 1 }),
  'graphile-worker 0.18 `queueName`, 2 at once, `completeJobBatchDelay` 0, `pollInterval` 10 ms':
    graphileWorker(url, { concurrentJobs: 2, maxPoolSize: 10, ...batching, pollInterval: 10 }),
  'graphile-worker 0.18 without `queueName`, so without order, as its authors measure it': graphileWorker(
    url,
    manyAtOnce,
    { named: false },
  ),
})

const row = async (name: string, open: OpenQueue, drains: readonly Drained[]) => {
  const { drained, rate } = medianBy(drains, (one) => one.rate)
  const inversions = Math.max(...drains.map((one) => one.inversions))
  return [name, rate.toFixed(0), `${inversions} of ${drained}`, (await wake(open)).toFixed(1)]
}

/** 3,300 jobs of 110 keys on one PostgreSQL: these lanes, and a maintained queue that orders by key. */
export const lanes = async ({ postgresUrl, isShort }: Run): Promise<Table> => {
  const rounds = isShort ? 1 : 5
  const queues = Object.entries(queuesOn(postgresUrl)).map(([name, open]) => ({
    name,
    open,
    drains: [] as Drained[],
  }))
  for (let round = 0; round <= rounds; round += 1)
    for (const { open, drains } of queues) {
      const drained = await drain(open, 15_000)
      if (round > 0) drains.push(drained)
    }
  const rows: string[][] = []
  for (const { name, open, drains } of queues) rows.push(await row(name, open, drains))
  return {
    title: 'Lanes compared with graphile-worker, same PostgreSQL, fsync on',
    head: ['', 'jobs/s drained', 'jobs out of order', 'median wake-up ms'],
    rows,
    note: `Each queue is drained ${rounds} times, in alternation. Jobs/s is the median; jobs out of order is the worst run. graphile-worker orders jobs by the time of the call that added them, so those of one call may change places. When it polls every 1 ms, it queries the database hundreds of times a second when idle. Its authors publish 184,000 unordered jobs/s in four processes on an i9-14900K; the last row is that setting here.`,
  }
}
