import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { z } from 'zod'
import { changedAny } from '../../database/statement.ts'
import type { Queries, Tables } from './database.ts'
import type { ServiceTables } from './tables.ts'
import { folded } from '../../contract/text.ts'

/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535, and a request can name more rows than that. */
const partSize = 500

export const inParts = async <V, R>(
  values: readonly V[],
  run: (part: V[]) => Promise<readonly R[]>,
  size: number = partSize,
): Promise<R[]> => {
  const found: R[] = []
  for (let from = 0; from < values.length; from += size)
    found.push(...(await run(values.slice(from, from + size))))
  return found
}

const rowsAtOnce = (rows: readonly object[]): number =>
  Math.floor(32_000 / Math.max(1, Object.keys(rows[0] ?? {}).length))

/** The organization whose rows a query can read and write. */
export interface Scope {
  readonly sql: Queries
  readonly org: string
  /** Counts what a person's or a program's transaction stores. Undefined for the service's own work. */
  readonly stored?: { bytes: number } | undefined
}

/** A database's pages aren't full. */
const pageShare = 1.05

/** About as many bytes as the rows take, with the names of their columns in place of their indexes. */
export const countStored = ({ stored }: Scope, rows: readonly object[]): void => {
  if (stored) stored.bytes += Math.ceil(Buffer.byteLength(JSON.stringify(rows)) * pageShare)
}

type Having<C extends string> = {
  [T in keyof ServiceTables]: C extends keyof ServiceTables[T] ? T : never
}[keyof ServiceTables]
type Owned = Having<'org'>
type Named = Having<'uuid'> & Owned

export type Row<T extends keyof ServiceTables> = Selectable<ServiceTables[T]>
/** A new row without its organization, which comes from the scope. */
export type New<T extends Owned> = Omit<Insertable<ServiceTables[T]>, 'org'>
type Changed<T extends Named> = Omit<Updateable<ServiceTables[T]>, 'id' | 'uuid' | 'org'>

export type AccountRow = Row<'account'>
export type PersonRow = Row<'person'>
export type PlaybookRow = Row<'playbook'>
export type DataFieldRow = Row<'data_field'>
export type ModuleRow = Row<'module'>
export type TaskRow = Row<'task'>
export type SubtaskRow = Row<'subtask'>
export type CommentRow = Row<'comment'>
export type NoteRow = Row<'note'>
export type RemovedRow = Row<'removed_message'>
export type WebhookRow = Row<'webhook'>

export const tableOf = <T extends Owned>({ sql, org }: Scope, table: T) =>
  // Kysely types a query by a literal table name, so these functions pretend that every table is `task`.
  sql.selectFrom(table as 'task').where('org', '=', org) as unknown as SelectQueryBuilder<Tables, T, object>

export const rowsOf = <T extends Owned>(scope: Scope, table: T): SelectQueryBuilder<Tables, T, Row<T>> =>
  tableOf(scope, table).selectAll().$castTo<Row<T>>()

export const findRow = <T extends Named>(scope: Scope, table: T, uuid: string): Promise<Row<T> | undefined> =>
  rowsOf(scope, table as 'task')
    .where('uuid', '=', uuid.toLowerCase())
    .$castTo<Row<T>>()
    .executeTakeFirst()

const owned = <T extends Owned>({ org }: Scope, row: New<T>) =>
  ({ ...row, org }) as unknown as Insertable<ServiceTables['task']>

export const addRows = async <T extends Owned>(scope: Scope, table: T, rows: readonly New<T>[]) => {
  countStored(scope, rows)
  const all = rows.map((row) => owned<T>(scope, row))
  const insert = (part: typeof all) =>
    scope.sql
      .insertInto(table as 'task')
      .values(part)
      .execute()
  await inParts(all, insert, rowsAtOnce(all))
}

export const addRow = <T extends Owned>(scope: Scope, table: T, row: New<T>): Promise<Row<T>> => {
  countStored(scope, [row])
  return scope.sql
    .insertInto(table as 'task')
    .values(owned<T>(scope, row))
    .returningAll()
    .$castTo<Row<T>>()
    .executeTakeFirstOrThrow()
}

export const changeRow = <T extends Named>(
  scope: Scope,
  table: T,
  uuid: string,
  changed: Changed<T>,
): Promise<boolean> => {
  countStored(scope, [changed])
  return changedAny(
    scope.sql
      .updateTable(table as 'task')
      .set(changed as Changed<'task'>)
      .where('org', '=', scope.org)
      .where('uuid', '=', uuid.toLowerCase()),
  )
}

export const removeRow = <T extends Named>({ sql, org }: Scope, table: T, uuid: string): Promise<boolean> =>
  changedAny(
    sql
      .deleteFrom(table as 'task')
      .where('org', '=', org)
      .where('uuid', '=', uuid.toLowerCase()),
  )

export const totalOf = async <DB, TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>) => {
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** Reads a JSON column with its schema. An invalid value is an error that names the column. */
export const jsonColumn =
  <S extends z.ZodType>(column: `${string}.${string}`, schema: S) =>
  (text: string): z.output<S> => {
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new TypeError(`${column} holds an unexpected value`, { cause })
    }
  }

/** The form of a text that searches compare. It is stored, because SQLite folds only ASCII. */
export const searchable = folded

/** A full name, folded, by which a mention finds its person. */
export const nameKey = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  folded(`${first_name} ${last_name}`.trim())

/** A pattern for `like … escape '\'` that takes wildcards in the text literally. */
export const around = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const containing = (name: string): string => around(searchable(name))

export interface Page {
  readonly limit: number
  readonly offset: number
}
