import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../src/bot/store/database.ts'
import { settle, type Settling } from '../../src/lanes/settle.ts'
import type { LaneTables } from '../../src/lanes/tables.ts'
import { laneRows } from '../support/lane-rows.ts'

export const emptyLanes = async ({ sql: queries }: Database): Promise<void> => {
  await queries.deleteFrom('job').execute()
  await queries.deleteFrom('lane').execute()
}

export const lanesWithWork = async (database: Database) =>
  (await laneRows(database)).filter(({ pending }) => pending > 0)

/** No claim goes through until the transaction ends. SQLite's one connection is taken by any. */
export const holdLanes = async ({ engine }: Database, tx: Tx): Promise<void> => {
  await sql.raw(engine.name === 'postgres' ? 'lock table lane' : 'select 1').execute(tx.sql)
}

/** As the node that holds the lane does. */
export const settleOne = (database: Database, settling: Settling) =>
  database.transaction((tx) => settle(tx.sql as unknown as Kysely<LaneTables>, [settling], 0))

export const leasesInFile = (url: string): unknown => {
  using file = new DatabaseSync(url.slice('sqlite:'.length))
  return file.prepare('select count(*) as n from lane where lease_until > 0').get()?.['n']
}

export const planOfPruning = ({ sql: queries, engine }: Database): Promise<string> =>
  queries.transaction().execute(async (trx) => {
    const postgres = engine.name === 'postgres'
    if (postgres) await sql`set local enable_seqscan = off`.execute(trx)
    const asked = sql`select seq from job where state = 'done' and settled_at < 5 order by settled_at limit 9`
    const explain = postgres ? sql`explain ` : sql`explain query plan `
    return JSON.stringify((await sql`${explain}${asked}`.execute(trx)).rows)
  })

/** By the server's own count. */
export const deadlocks = async ({ sql: queries }: Database): Promise<number> => {
  await sql`select pg_stat_clear_snapshot()`.execute(queries)
  const { rows } = await sql<{ n: number }>`
    select deadlocks as n from pg_stat_database where datname = current_database()`.execute(queries)
  return rows[0]?.n ?? 0
}
