import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../src/bot/store/database.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDatabase } from '../support/postgres-server.ts'
import type { OpenQueue } from './queue.ts'

/** Ours: a key is a lane. */
export const ours =
  (postgresUrl: string, concurrency: number): OpenQueue =>
  async (work) => {
    const database = await openDatabase(await createDatabase(postgresUrl, `lanes_${randomUUID()}`))
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
      start: async () => lanes.work({ bench: { work: handler, backoff: [], concurrency } }),
      [Symbol.asyncDispose]: async () => {
        await lanes[Symbol.asyncDispose]()
        await database[Symbol.asyncDispose]()
      },
    }
  }
