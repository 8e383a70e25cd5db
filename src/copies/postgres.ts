import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { StoreUnusable } from '../database/store-unusable.ts'
import { stepsTaken } from '../database/migrate.ts'
import type { Sql } from './rows.ts'
import { stepsNamed, tablesAfter } from './schema.ts'

/** Whether a table is there, where this user's statements look for it. */
export const isThere = async (sql: Sql, table: string): Promise<boolean> => {
  const { rows } = await raw<{
    is: boolean
  }>`select to_regclass(quote_ident(${table})) is not null as is`.execute(sql)
  return rows[0]?.is === true
}

/** Lets a transaction see the rows of every installation. A policy on rows could hide them from the tables' owner. */
export const seeAll = async (trx: Sql): Promise<void> => {
  await raw`select set_config('onboarding.installation', '*', true)`.execute(trx)
}

/** Drops what the steps of both programs have made. Tables of others stay. */
export const dropTables = async (sql: Sql): Promise<void> => {
  const steps = stepsNamed(await stepsTaken(sql))
  if (!steps)
    throw new StoreUnusable(
      'a newer version has used this database: restore into a new, empty database, and let the address lead there',
    )
  const tables = (await tablesAfter(steps)).map(({ name }) => name)
  for (const name of [...tables, 'kysely_migration', 'kysely_migration_lock'])
    await raw`drop table if exists ${raw.table(name)}`.execute(sql)
}

const countOthers = async (sql: Sql): Promise<number> => {
  const { rows } = await raw<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`.execute(sql)
  return rows[0]?.others ?? 0
}

const pauseMs = 200

/**
 * Rejects if others are connected to the database. Connections of a pooler count. `patienceMs`: the server needs a
 * moment to notice that one was closed; not in a transaction, where it would tell the same again.
 */
export const onlyUs = async (sql: Sql, patienceMs = 0): Promise<void> => {
  const end = performance.now() + patienceMs
  let others = await countOthers(sql)
  while (others > 0 && performance.now() < end) {
    await sleep(pauseMs)
    others = await countOthers(sql)
  }
  if (others > 0)
    throw new StoreUnusable(
      `the database is in use (${others} other connections): stop every node and pooler, and close other sessions`,
    )
}
