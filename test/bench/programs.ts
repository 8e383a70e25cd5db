import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/postgres-server.ts'

/** What each table is handed. `isShort`: only see that it works. */
export interface Run {
  readonly postgresUrl: string
  readonly isShort: boolean
}

/** `work` with each number below `count`, so many at a time. */
export const inParallel = async (count: number, most: number, work: (n: number) => Promise<unknown>) => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** The same measurement of the bot on SQLite and on PostgreSQL, each time with a new database, by name. */
export const onBoth = async <R>(
  postgresUrl: string,
  bench: string,
  measure: (databaseUrl: string) => Promise<R>,
  folder = tmpdir(),
): Promise<[name: string, figures: R][]> => {
  const home = mkdtempSync(join(folder, 'onboarding-bench-'))
  try {
    return [
      ['bot on SQLite, full fsync', await measure(`sqlite:${join(home, 'bot.db')}`)],
      [
        'bot on PostgreSQL, fsync on',
        await measure(await createDatabase(postgresUrl, `bench_${bench}_${Date.now()}`)),
      ],
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The same, after the baseline, which has no database. */
export const withBaseline = async <R>(
  postgresUrl: string,
  bench: string,
  baseline: string,
  measure: (databaseUrl: string | undefined) => Promise<R>,
): Promise<[name: string, figures: R][]> => [
  [baseline, await measure(undefined)],
  ...(await onBoth(postgresUrl, bench, measure)),
]

export const bareProgram = 'Bolt alone with the same calls, nothing stored'
