import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, type LogEvent, PostgresDialect, sql as raw } from 'kysely'
import pg from 'pg'
import { postgresEngine, sqliteEngine } from '../../src/database/engine.ts'
import { runSteps, stepsTaken } from '../../src/database/migrate.ts'
import { dialectOn } from '../../src/database/sqlite.ts'
import { connect } from '../../src/database/database.ts'
import type { Row } from '../../src/copies/rows.ts'
import { stepsNamed, type Table, tablesAfter } from '../../src/copies/schema.ts'

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new TypeError(`no column has a ${typeof value}`)
  return `'${value.replaceAll("'", "''").replaceAll(/whsec_[\w+/=]+/g, 'whsec_dGVzdA==')}'`
}

/** Puts the values into a statement. */
const whole = ({ query: { sql, parameters } }: LogEvent): string => {
  let next = 0
  return sql.replaceAll(/\$(\d+)|\?/g, (_, n: string | undefined) =>
    literal(parameters[n === undefined ? next++ : Number(n) - 1]),
  )
}

const reads = /^\s*(select(?! setval)|with|pragma|begin|commit)/i

/** In place of the rows that the schema's steps add. */
const inserts = ({ name, columns }: Table, rows: readonly Row[]): string[] => [
  `delete from "${name}"`,
  ...rows.map(
    (row) =>
      `insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map((column) => literal(row[column])).join(', ')})`,
  ),
]

/** A row for a table that a short story leaves empty. `{}` can be read as JSON, too. */
const invented = async (sql: Kysely<unknown>, { name, columns }: Table): Promise<Row> => {
  const { rows } = await raw<{
    name: string
    type: string
  }>`select name, type from pragma_table_info(${name})`.execute(sql)
  const isText = new Set(
    rows.filter(({ type }) => type.toLowerCase() === 'text').map((column) => column.name),
  )
  return Object.fromEntries(columns.map((column) => [column, isText.has(column) ? '{}' : 1]))
}

const most = 3

const rowsIn = async (sql: Kysely<unknown>, table: Table): Promise<readonly Row[]> => {
  const { rows } = await raw<Row>`select ${raw.join(table.columns.map((column) => raw.ref(column)))}
    from ${raw.table(table.name)} limit ${most}`.execute(sql)
  return rows.length > 0 ? rows : [await invented(sql, table)]
}

/** Every statement that makes the schema of these steps, on one engine. */
const schema = async (dialect: Dialect, engine: typeof sqliteEngine, steps: readonly string[]) => {
  const statements: string[] = []
  const log = (event: LogEvent) => void (reads.test(event.query.sql) || statements.push(whole(event)))
  const sql = new Kysely<unknown>({ dialect, log })
  await runSteps(sql, engine, stepsNamed(steps) ?? {})
  await sql.destroy()
  return statements
}

/** The schema and up to three rows of each table of a SQLite file, as SQL for both engines. */
export const dumpsOf = async (url: string, emptyPostgresUrl: string) => {
  await using source = connect(url)
  const steps = await stepsTaken(source.sql)
  const rows: string[] = []
  for (const table of await tablesAfter(stepsNamed(steps) ?? {}))
    rows.push(...inserts(table, await rowsIn(source.sql, table)))
  const pool = new pg.Pool({ connectionString: emptyPostgresUrl, max: 1 })
  const joined = (statements: readonly string[]) =>
    [...statements, ...rows].map((one) => `${one.trim()};\n`).join('')
  return {
    sqlite: joined(await schema(dialectOn(new DatabaseSync(':memory:')), sqliteEngine, steps)),
    postgres: joined(await schema(new PostgresDialect({ pool }), postgresEngine, steps)),
  }
}
