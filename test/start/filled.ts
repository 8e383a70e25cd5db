import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql as raw } from 'kysely'
import type { LaneTables } from '../../src/lanes/tables.ts'
import { connect } from '../../src/database/database.ts'
import { stepsTaken } from '../../src/database/migrate.ts'
import { stepsNamed, tablesAfter, type Table } from '../../src/start/commands/migrate.ts'

/** What is easily lost on the way: quotes, what COPY and JSON escape, several bytes, and no text at all. */
const texts = [`it's "so"`, 'a\\b\\N\\n', 'two\nlines\tand a tab', '☕ Zoë 你好 👩‍👩‍👧', '', '{"a":[1,null]}']
const numbers = { integer: 2 ** 31 - 1, bigint: 2 ** 53 - 1, 'double precision': 0.1 + 0.2 }

type Kinds = ReadonlyMap<string, string>

const rowOf = ({ columns, numbered }: Table, kinds: Kinds, n: number): Record<string, string | number> =>
  Object.fromEntries(
    columns.map((name) => {
      const kind = kinds.get(name)?.toLowerCase()
      if (name === numbered) return [name, n * 2]
      if (kind === 'integer' || kind === 'bigint' || kind === 'double precision')
        return [name, n % 2 ? n : numbers[kind] - n]
      return [name, `${n} ${name} ${texts[n % texts.length]}`]
    }),
  )

const ourTables = async (url: string): Promise<Table[]> => {
  await using database = connect(url, 1)
  return await tablesAfter(stepsNamed(await stepsTaken(database.sql)) ?? {})
}

/** Adds rows to each table of a SQLite file: by its own driver, as they are tens of thousands. */
export const fill = async (url: string, rows: number): Promise<void> => {
  const tables = await ourTables(url)
  using file = new DatabaseSync(url.slice('sqlite:'.length))
  file.exec('begin')
  for (const table of tables) {
    const columns = file.prepare(`select name, type from pragma_table_info('${table.name}')`).all()
    const kinds = new Map(columns.map(({ name, type }) => [String(name), String(type)]))
    const names = table.columns.map((name) => `"${name}"`).join()
    const insert = file.prepare(
      `insert into ${table.name} (${names}) values (${table.columns.map(() => '?').join()})`,
    )
    for (let n = 1; n <= rows; n += 1) insert.run(...Object.values(rowOf(table, kinds, n)))
  }
  file.exec('commit')
}

/** The rows of each table, in one order on both engines. */
export const contents = async (url: string): Promise<Record<string, string[]>> => {
  const tables = await ourTables(url)
  await using database = connect(url, 1)
  const found: [string, string[]][] = []
  for (const { name, columns } of tables) {
    const { rows } = await raw<Record<string, unknown>>`select * from ${raw.table(name)}`.execute(
      database.sql,
    )
    found.push([name, rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()])
  }
  return Object.fromEntries(found)
}

/** The number that the next job gets. */
export const nextNumber = async ({ sql }: { readonly sql: Kysely<LaneTables> }): Promise<number> => {
  const { rows } = await raw<{
    seq: number
  }>`insert into job (lane, kind, payload, state, run_at, created_at, attempts)
    values ('a', 'a', '{}', 'done', 0, 0, 0) returning seq`.execute(sql)
  return rows[0]?.seq ?? 0
}
