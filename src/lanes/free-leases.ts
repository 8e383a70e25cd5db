import type { Database } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

/** With one process per database, a lease of an earlier process is void. */
export const freeLeases = async ({ sql, engine }: Database<LaneTables>): Promise<void> => {
  if (!engine.soleOwner) return
  await sql.updateTable('lane').set({ lease_until: 0 }).where('lease_until', '>', 0).execute()
}
