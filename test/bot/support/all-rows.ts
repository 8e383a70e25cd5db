import { sql } from 'kysely'
import type { BotDatabase } from '../../../src/bot/store/database.ts'

interface StoredRow {
  readonly table: string
  /** Undefined: the table belongs to no installation. */
  readonly installation: number | undefined
  readonly text: string
}

/** Every row of every table, of all installations. */
export const allRows = (database: BotDatabase): Promise<StoredRow[]> =>
  database.across(async ({ sql: run }) => {
    const found: StoredRow[] = []
    for (const { name } of await run.introspection.getTables()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(run)
      for (const row of rows) {
        const owner = row['installation_id']
        const installation = owner === undefined ? undefined : Number(owner)
        found.push({ table: name, installation, text: JSON.stringify(row) })
      }
    }
    return found
  })
