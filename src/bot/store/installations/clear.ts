import type { BotDatabase } from '../database.ts'
import { scopedTables } from '../scope.ts'

/** Deletes everything of an installation except for its own row, which `erase` deletes. */
export const clearInstallation = (database: BotDatabase, installation: number): Promise<void> =>
  database.across(async ({ sql }) => {
    for (const table of scopedTables)
      await sql.deleteFrom(table).where('installation_id', '=', installation).execute()
    await sql.deleteFrom('job').where('installation_id', '=', installation).execute()
    await sql.deleteFrom('lane').where('installation_id', '=', installation).execute()
  })
