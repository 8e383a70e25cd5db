import { graphileWorker } from './queue-graphile.ts'
import { ours } from './queue-lanes.ts'
import { pgBoss } from './queue-pg-boss.ts'
import { busyKey, drain, type Drained, type OpenQueue, wake } from './queue.ts'
import { medianBy, type Table } from './table.ts'

const rounds = 5

/** As its authors' documentation has it for high throughput. */
const batching = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
const manyAtOnce = { concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 }, ...batching }

/** Each baseline with the best settings that were found among those its documentation allows. */
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
  'graphile-worker 0.18 without `queueName`, hence without order, as its authors measure it': graphileWorker(
    url,
    manyAtOnce,
    { named: false },
  ),
})

const note = `Each queue is drained ${rounds} times after a first that does not count, by turns, so that what else the machine does falls on all: jobs/s is the median, the order the worst. Both baselines order by the time of the call that put a job in: what one call puts into one key may change places. graphile-worker at 1 ms asks the database hundreds of times a second when there is nothing to do.

A baseline that does a fifth or less of what its authors publish is a fault of this bench until shown otherwise. pg-boss publishes no figure; its own speed test wants 5,000 jobs of one fetch in 9 s. graphile-worker publishes 184,000 jobs/s with batching and 15,600 without, by four processes on an i9-14900K, for jobs without order: the last row is its setting in one process here, the rows above it are what order costs it.`

const row = async (name: string, open: OpenQueue, drains: readonly Drained[]) => {
  const { drained, rate } = medianBy(drains, (one) => one.rate)
  const inversions = Math.max(...drains.map((one) => one.inversions))
  const waits = await busyKey(open)
  return [
    name,
    rate.toFixed(0),
    `${inversions} of ${drained}`,
    (await wake(open)).toFixed(1),
    waits === 'beside' ? 'runs beside the first' : waits === 'never' ? 'over 35,000' : waits.toFixed(1),
  ]
}

/** 3,300 jobs of 110 keys on one PostgreSQL: these lanes, and two kept queues that order by key. */
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
    title: 'Lanes beside two kept queues, same PostgreSQL, fsync on',
    head: [
      '',
      'jobs/s drained',
      'ran before an earlier one',
      'median wake-up ms',
      'second job of a busy key waits ms',
    ],
    rows,
    note,
  }
}
