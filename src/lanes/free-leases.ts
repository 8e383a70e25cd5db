import type { Database } from '../database/database.ts'
import type { LaneTables } from './tables.ts'

/** Where one process owns the database, whoever held a lane before is dead: there is no lease to wait out. */
export const freeLeases = async ({ sql, engine }: Database<LaneTables>): Promise<void> => {
  if (!engine.soleOwner) return
  await sql.updateTable('lane').set({ lease_until: 0 }).where('lease_until', '>', 0).execute()
}
