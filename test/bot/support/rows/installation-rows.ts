import { type Kysely, sql } from 'kysely'
import type { InstallationTables } from '../../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../../src/database/database.ts'

type Held = Pick<Database<InstallationTables>, 'sql'>

export const installationRows = ({ sql }: Held) =>
  sql.selectFrom('installation').selectAll().orderBy('id').execute()

export const connectionRows = ({ sql }: Held) =>
  sql.selectFrom('connection').selectAll().orderBy('id').execute()

/** Somebody with access to the database copies one workspace's token into another's row. */
export const copyToken = async ({ sql }: Held, from: number, to: number): Promise<void> => {
  await sql
    .updateTable('installation')
    .set((eb) => ({
      bot_token: eb
        .selectFrom('installation as other')
        .select('other.bot_token')
        .where('other.id', '=', from),
    }))
    .where('id', '=', to)
    .execute()
}

export const dumpOf = async <Tables>({ sql: run }: { readonly sql: Kysely<Tables> }): Promise<string> => {
  const tables = await run.introspection.getTables()
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(run)
    all.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  return all.join('\n')
}
