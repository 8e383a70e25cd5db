import { randomUUID } from 'node:crypto'
import { PgBoss, type WorkOptions } from 'pg-boss'
import { createDatabase } from '../support/postgres-server.ts'
import type { OpenQueue } from './queue.ts'

/**
 * pg-boss's ordered policy: one job of a key at a time. Its NOTIFY announces new jobs, not keys that became
 * free, so a worker whose batch was not full would sleep until its next poll; `notifyWorker` after each batch
 * ends that sleep. A batch has each key once, so its jobs run concurrently.
 */
export const pgBoss =
  (postgresUrl: string, batchSize: number): OpenQueue =>
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
        const worker = await boss.work<{ n: number }, void, WorkOptions & { includeMetadata: true }>(
          'bench',
          { batchSize, includeMetadata: true },
          async (jobs) => {
            await Promise.all(jobs.map((job) => work(job.singletonKey ?? '', job.data.n)))
            boss.notifyWorker(worker)
          },
        )
      },
      [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: true }),
    }
  }
