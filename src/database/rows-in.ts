import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Parameter } from './parameter.ts'

export const namesOf = <Columns extends object>(columns: Columns) =>
  Object.keys(columns) as (keyof Columns & string)[]

/** Any number of rows in one parameter, for an insert: each column by its name, in the order of the rows. */
export const rowsIn = <Tables, Row extends object>(
  db: Kysely<Tables>,
  engine: Engine,
  rows: Parameter<readonly Row[]>,
  columns: { readonly [Name in keyof Row]: 'text' | 'bigint' },
) =>
  // The table is the parameter, whatever tables there are.
  (db as unknown as Kysely<{ e: object }>)
    .selectFrom(sql`(select * from ${engine.each(rows)})`.as('e'))
    .select(
      Object.entries<string>(columns).map(([name, type]) =>
        sql`cast(e.value->>${sql.lit(name)} as ${sql.raw(type)})`.as(name),
      ),
    )
    .orderBy(sql`e.key`)
