import {
  type Database as AnyDatabase,
  openDatabase as open,
  type Queries as AnyQueries,
  type Tx as AnyTx,
} from '../../database/database.ts'
import { freeLeases } from '../../lanes/free-leases.ts'
import type { LaneTables } from '../../lanes/tables.ts'
import { migrations } from './migrations/migrations.ts'
import type { ServiceTables } from './tables.ts'

export type Tables = ServiceTables & LaneTables
export type Queries = AnyQueries<Tables>
export type Tx = AnyTx<Tables>
export type Database = AnyDatabase<Tables>

/** Opens `postgres://…` or `sqlite:path` with the service's tables, and owns it until disposed. */
export const openDatabase = async (url: string): Promise<Database> => {
  const database = await open<Tables>(url, migrations)
  await freeLeases(database)
  return database
}
