import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/postgres-server.ts'

/** Measures on SQLite, then on PostgreSQL. `urlOf` gives a new database, which SQLite's folder takes along at the end. */
export const onBoth = async <R>(
  postgresUrl: string,
  bench: string,
  measure: (urlOf: (name: string) => Promise<string>) => Promise<R>,
  folder = tmpdir(),
): Promise<[onSqlite: R, onPostgres: R]> => {
  const home = mkdtempSync(join(folder, 'onboarding-bench-'))
  try {
    const onSqlite = await measure(async (name) => `sqlite:${join(home, `${name}.db`)}`)
    const onPostgres = await measure((name) => createDatabase(postgresUrl, `bench_${bench}_${name}`))
    return [onSqlite, onPostgres]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The same figures of something that stores nothing, and of the bot on both databases, by name. */
export const besideBare = async <R>(
  postgresUrl: string,
  bench: string,
  bareName: string,
  measure: (databaseUrl: string | undefined) => Promise<R>,
): Promise<[bare: R, found: [name: string, figures: R][]]> => {
  const bare = await measure(undefined)
  const [onSqlite, onPostgres] = await onBoth(postgresUrl, bench, async (urlOf) =>
    measure(await urlOf('bot')),
  )
  const found: [string, R][] = [
    [bareName, bare],
    ['bot on SQLite, full fsync', onSqlite],
    ['bot on PostgreSQL, fsync on', onPostgres],
  ]
  return [bare, found]
}
