import { type Kysely, sql } from 'kysely'

/** Every row of every table, as text. */
export const dumpOf = async <Tables>({ sql: run }: { readonly sql: Kysely<Tables> }): Promise<string> => {
  const tables = await run.introspection.getTables()
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(run)
    all.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  return all.join('\n')
}
