import { existsSync } from 'node:fs'
import { type Kysely, sql as raw } from 'kysely'
import { connect } from '../database/database.ts'
import { stepsTaken, unfinishedCopy } from '../database/migrate.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { createTables, isThere } from './postgres.ts'
import {
  continueNumbers,
  type Digest,
  digestOf,
  lastNumber,
  readPostgres,
  readSqlite,
  type Sql,
  writeRows,
} from './rows.ts'
import { newer, stepsNamed, type Table, tablesAfter } from './schema.ts'

interface Pair {
  readonly from: Sql
  readonly to: Sql
}

interface Moved extends Digest {
  readonly table: string
}

/** Creates the source's schema in an empty database, and notes that it is being filled. */
const prepare = async (to: Sql, steps: readonly string[]): Promise<Table[]> => {
  const named = stepsNamed(steps)
  if (!named) throw new StoreUnusable(newer)
  const tables = await tablesAfter(named)
  await to.transaction().execute(async (trx) => {
    const others = []
    for (const { name } of tables) if (await isThere(trx, name)) others.push(name)
    const isBegun = await isThere(trx, unfinishedCopy)
    if (isBegun && others.length === tables.length) return
    if (isBegun || others.length > 0)
      throw new StoreUnusable(
        `the target is not empty${others.length > 0 ? ` (it has ${others.slice(0, 3).join(', ')})` : ''}: create an empty database for it`,
      )
    await createTables(trx, named, tables)
    await raw`create table ${raw.table(unfinishedCopy)} (name text primary key, up_to bigint not null)`.execute(
      trx,
    )
  })
  return tables
}

const positionOf = async (to: Sql, { name }: Table): Promise<number> => {
  const { rows } = await raw<{
    up_to: number
  }>`select up_to from ${raw.table(unfinishedCopy)} where name = ${name}`.execute(to)
  return rows[0]?.up_to ?? 0
}

/** Commits each batch together with its position. */
const copyRest = async ({ from, to }: Pair, table: Table): Promise<void> => {
  for await (const { rows, upTo } of readSqlite(from, table, await positionOf(to, table)))
    await to.transaction().execute(async (trx) => {
      await writeRows(trx, table, rows)
      await raw`insert into ${raw.table(unfinishedCopy)} (name, up_to) values (${table.name}, ${upTo})
        on conflict (name) do update set up_to = excluded.up_to`.execute(trx)
    })
}

const startOver = (to: Kysely<unknown>, { name }: Table) =>
  to.transaction().execute(async (trx) => {
    await raw`truncate ${raw.table(name)}`.execute(trx)
    await raw`delete from ${raw.table(unfinishedCopy)} where name = ${name}`.execute(trx)
  })

const differs = (one: Digest, other: Digest) => one.rows !== other.rows || one.sum !== other.sum

const inTarget = (to: Kysely<unknown>, table: Table): Promise<Digest> =>
  to
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      return digestOf(readPostgres(trx, table), table)
    })

const moveTable = async (pair: Pair, table: Table): Promise<Moved> => {
  const wanted = await digestOf(readSqlite(pair.from, table), table)
  await copyRest(pair, table)
  if (differs(await inTarget(pair.to, table), wanted)) {
    // The source changed since an earlier attempt.
    await startOver(pair.to, table)
    await copyRest(pair, table)
    if (differs(await inTarget(pair.to, table), wanted))
      throw new StoreUnusable(`the rows of ${table.name} differ after copying them`)
  }
  return { table: table.name, ...wanted }
}

/**
 * Copies a SQLite file with the tables of either program or both into an empty PostgreSQL database. The file is
 * locked and stays as it is. After an interruption the same call continues. Until the end, no program opens the target.
 */
export const migrateDatabase = async (
  fromFile: string,
  toUrl: string,
  onMoved: (moved: Moved) => void,
): Promise<void> => {
  if (!existsSync(fromFile)) throw new StoreUnusable(`${fromFile} does not exist`)
  await using source = connect(`sqlite:${fromFile}`)
  const steps = await stepsTaken(source.sql)
  if (steps.length === 0) throw new StoreUnusable(`${fromFile} has no tables of this program`)
  await using target = connect(toUrl, 1)
  const pair = { from: source.sql, to: target.sql }
  const tables = await prepare(target.sql, steps)
  for (const table of tables) onMoved(await moveTable(pair, table))
  await target.sql.transaction().execute(async (trx) => {
    for (const table of tables)
      await continueNumbers(trx, table, await lastNumber(source.sql, 'sqlite', table))
    await raw`drop table ${raw.table(unfinishedCopy)}`.execute(trx)
  })
}
