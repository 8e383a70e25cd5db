import type { Kysely } from 'kysely'
import type { AcrossTx, BotDatabase } from '../database.ts'
import { scopedTables } from '../scope.ts'
import { holdToErase } from './leaving.ts'
import type { InstallationTables } from './tables.ts'

/** Deletes everything of an installation except for its own row, which `erase` deletes. */
export const clearInstallation = async ({ sql }: AcrossTx, installation: number): Promise<void> => {
  for (const table of scopedTables)
    await sql.deleteFrom(table).where('installation_id', '=', installation).execute()
  await sql.deleteFrom('job').where('installation_id', '=', installation).execute()
  await sql.deleteFrom('lane').where('installation_id', '=', installation).execute()
}

/** Unless it was installed again meanwhile. */
export const clearLeft = (database: BotDatabase, installation: number, now: number): Promise<void> =>
  database.across(async (tx) => {
    // Those who bring it back wait for the end of this.
    const installations = tx.sql as unknown as Kysely<InstallationTables>
    if (await holdToErase(installations, installation, now)) await clearInstallation(tx, installation)
  })
