import { randomUUID } from 'node:crypto'
import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { createDatabase } from '../support/postgres-server.ts'
import type { OpenQueue } from './queue.ts'

type Settings = Omit<NonNullable<GraphileConfig.Preset['worker']>, 'connectionString' | 'logger'>

const silent = new Logger(() => () => undefined)

/** graphile-worker. Jobs with the same `queueName` run in sequence; without names, nothing is ordered. */
export const graphileWorker =
  (postgresUrl: string, settings: Settings, { named } = { named: true }): OpenQueue =>
  async (work) => {
    const connectionString = await createDatabase(postgresUrl, `graphile_${randomUUID()}`)
    const preset = { worker: { ...settings, connectionString, logger: silent } }
    const utils = await makeWorkerUtils({ preset })
    await utils.migrate()
    let runner: Runner | undefined
    return {
      put: async (jobs) => {
        await utils.addJobs(
          jobs.map(({ key, n }) => ({
            identifier: 'bench',
            payload: { key, n },
            ...(named && { queueName: key }),
          })),
        )
      },
      start: async () => {
        const bench = async (payload: unknown) => {
          const { key, n } = payload as { key: string; n: number }
          await work(key, n)
        }
        runner = await run({ preset, noHandleSignals: true, taskList: { bench } })
      },
      [Symbol.asyncDispose]: async () => {
        await runner?.stop()
        await utils.release()
      },
    }
  }
