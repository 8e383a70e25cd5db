import { randomUUID } from 'node:crypto'
import { PgBoss, type WorkOptions } from 'pg-boss'
import { openDatabase } from '../../src/bot/store/database.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { figures, type Figures, type OpenQueue } from './queue.ts'
import type { Table } from './table.ts'

const ours =
  (postgresUrl: string): OpenQueue =>
  async (work) => {
    const database = await openDatabase(await createDatabase(postgresUrl, `lanes_${randomUUID()}`))
    const lanes = openLanes(database)
    const handler = (job: { lane: string; payload: unknown }) => work(job.lane, job.payload as number)
    return {
      put: (jobs) =>
        database.transaction((tx) =>
          lanes.enqueue(
            tx,
            jobs.map(({ key, n }) => ({ kind: 'bench', lane: key, payload: n })),
          ),
        ),
      start: async () => lanes.work({ bench: { work: handler, backoff: [], concurrency: 64 } }),
      [Symbol.asyncDispose]: async () => {
        await lanes[Symbol.asyncDispose]()
        await database[Symbol.asyncDispose]()
      },
    }
  }

const pgBoss =
  (postgresUrl: string, options: WorkOptions): OpenQueue =>
  async (work) => {
    const boss = new PgBoss({
      connectionString: await createDatabase(postgresUrl, `boss_${randomUUID()}`),
      useListenNotify: true,
    })
    boss.on('error', () => undefined)
    await boss.start()
    await boss.createQueue('bench', { policy: 'key_strict_fifo', notify: true })
    return {
      put: async (jobs) => {
        await boss.insert(
          'bench',
          jobs.map(({ key, n }) => ({ singletonKey: key, data: { n } })),
        )
      },
      start: async () => {
        await boss.work<{ n: number }, void, WorkOptions & { includeMetadata: true }>(
          'bench',
          { ...options, includeMetadata: true },
          async (jobs) => {
            for (const job of jobs) await work(job.singletonKey ?? '', job.data.n)
          },
        )
      },
      [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }),
    }
  }

const row = (name: string, { drained, rate, inversions, wakeMs, busyKeyMs }: Figures) => [
  name,
  rate.toFixed(rate < 10 ? 1 : 0),
  `${inversions} of ${drained}`,
  wakeMs.toFixed(1),
  Number.isFinite(busyKeyMs) ? busyKeyMs.toFixed(1) : 'over 35,000',
]

/** 3,300 jobs of 110 keys on one PostgreSQL: these lanes, and pg-boss's ordered policy in two settings. */
export const lanes = async (postgresUrl: string): Promise<Table> => {
  const tuned = { batchSize: 100, localConcurrency: 2, burstWhenBatchFull: true } as const
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 } as const
  return {
    title: 'Lanes against pg-boss 12.35 `key_strict_fifo`, same PostgreSQL, fsync on',
    head: [
      '',
      'jobs/s drained',
      'ran before an earlier one',
      'median wake-up ms',
      'second job of a busy key waits ms',
    ],
    rows: [
      row('lanes', await figures(ours(postgresUrl), 15_000)),
      row(
        'pg-boss, batches of 100, polls every 0.5 s, notify',
        await figures(pgBoss(postgresUrl, { ...tuned, ...polling }), 15_000),
      ),
      row('pg-boss, defaults, notify', await figures(pgBoss(postgresUrl, {}), 8_000)),
    ],
  }
}
