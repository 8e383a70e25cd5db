import { type Database, type DatabaseOptions, type OpenDatabase, openDatabase } from '../database/database.ts'
import type { Migrations } from '../database/migrate.ts'
import type { LaneTables } from './tables.ts'

/** If only one process opens the database, leases of earlier processes are void, and their jobs were interrupted. */
const freeLeases = async ({ sql, engine }: Database<LaneTables>): Promise<void> => {
  if (!engine.soleOwner) return
  await sql
    .updateTable('lane')
    .set(({ eb }) => ({ lease_until: 0, attempts: eb('attempts', '+', 1) }))
    .where('lease_until', '>', 0)
    .execute()
}

/** Opens `postgres://…` or `sqlite:path` with a program's tables and its lanes, and owns it until disposed. */
export const openWithLanes = async <Tables>(
  url: string,
  migrations: Migrations,
  options?: DatabaseOptions,
): Promise<OpenDatabase<Tables & LaneTables>> => {
  const database = await openDatabase<LaneTables>(url, migrations, options)
  await freeLeases(database)
  return database as unknown as OpenDatabase<Tables & LaneTables>
}
