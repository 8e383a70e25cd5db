import { sql } from 'kysely'
import type { Database } from '../../../src/bot/store/database.ts'

/** Every row of every table, as text. */
export const dumpOf = async ({ sql: run }: Pick<Database, 'sql'>): Promise<string> => {
  const tables = await run.introspection.getTables()
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(run)
    all.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  return all.join('\n')
}
