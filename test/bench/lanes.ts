import { graphileWorker } from './queue-graphile.ts'
import { ours } from './queue-lanes.ts'
import { pgBoss } from './queue-pg-boss.ts'
import { busyKey, drain, type Drained, type OpenQueue, wake } from './queue.ts'
import { medianBy, type Table } from './table.ts'

const rounds = 5

/** The authors' documented settings for high throughput. */
const batching = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
const manyAtOnce = { concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 }, ...batching }

/** Each baseline with the best documented settings we found. */
const queuesOn = (url: string): Record<string, OpenQueue> => ({
  'lanes, 128 at once': ours(url, 128),
  'pg-boss 12.35 `key_strict_fifo`, notify, one worker, batches of 100, `notifyWorker` after each': pgBoss(
    url,
    100,
  ),
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

const note = `After a warm-up, each queue is drained ${rounds} times, in alternation, so other load on the machine affects all of them. Jobs/s is the median; jobs out of order is the worst run. Both baselines order jobs by the time of the call that added them, so jobs that one call adds to one key may change places. When it polls every 1 ms, graphile-worker queries the database hundreds of times a second when idle. A job is settled before the next one of its lane starts, so a lane waits for a commit after each job: 3,300 jobs of 110 lanes take 200 round trips to PostgreSQL, 40 of them commits. Before finished jobs shared two statements, it was 385.

If a baseline reaches a fifth or less of its published figure, suspect this benchmark first. pg-boss publishes no figure; its own speed test expects 5,000 jobs of one fetch in 9 s. graphile-worker publishes 184,000 jobs/s with batching and 15,600 without, for unordered jobs in four processes on an i9-14900K. The last row is that setting in one process on this machine; the rows above it show what ordering costs.`

const row = async (name: string, open: OpenQueue, drains: readonly Drained[]) => {
  const { drained, rate } = medianBy(drains, (one) => one.rate)
  const inversions = Math.max(...drains.map((one) => one.inversions))
  const waits = await busyKey(open)
  return [
    name,
    rate.toFixed(0),
    `${inversions} of ${drained}`,
    (await wake(open)).toFixed(1),
    waits === 'beside' ? 'runs at the same time' : waits === 'never' ? 'over 35,000' : waits.toFixed(1),
  ]
}

/** 3,300 jobs of 110 keys on one PostgreSQL: these lanes, and two maintained queues that order by key. */
export const lanes = async (postgresUrl: string): Promise<Table> => {
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
    title: 'Lanes compared with two maintained queues, same PostgreSQL, fsync on',
    head: [
      '',
      'jobs/s drained',
      'jobs out of order',
      'median wake-up ms',
      'wait for the second job of a busy key, ms',
    ],
    rows,
    note,
  }
}
