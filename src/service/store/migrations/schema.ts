import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Engine } from '../../../database/engine.ts'

type Type = 'text' | 'bigint' | 'integer' | 'double precision'
/** Column names by type, separated by spaces. Columns of `text?` may be null. */
type Columns = Partial<Record<Type | `${Type}?`, string>>

/** With an engine, the table also gets the legacy integer `id` as its key. */
export const table = async (db: Kysely<unknown>, name: string, columns: Columns, engine?: Engine) => {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(name)
  if (engine) {
    made = made.addColumn('id', engine.sequence, (column) =>
      engine.autoIncrement ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
  }
  for (const [type, names] of Object.entries(columns)) {
    const optional = type.endsWith('?')
    for (const column of names.split(' '))
      made = made.addColumn(column, type.replace('?', '') as Type, (c) => (optional ? c : c.notNull()))
  }
  await made.execute()
}

const indexOn = (db: Kysely<unknown>, name: string, columns: string[]) =>
  db.schema
    .createIndex(`${name}_${columns.join('_')}`)
    .on(name)
    .columns(columns)

export const index = (db: Kysely<unknown>, name: string, ...columns: string[]) =>
  indexOn(db, name, columns).execute()

export const unique = (db: Kysely<unknown>, name: string, ...columns: string[]) =>
  indexOn(db, name, columns).unique().execute()
