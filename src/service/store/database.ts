import type {
  Database as AnyDatabase,
  DatabaseOptions,
  OpenDatabase,
  Queries as AnyQueries,
  Tx as AnyTx,
} from '../../database/database.ts'
import { openWithLanes, type LaneTables } from '../../lanes/tables.ts'
import { migrations } from './schema.ts'
import type { ServiceTables } from './tables.ts'

export type Tables = ServiceTables & LaneTables
export type Queries = AnyQueries<Tables>
export type Tx = AnyTx<Tables>
export type Database = AnyDatabase<Tables>

export const openDatabase = (url: string, options?: DatabaseOptions): Promise<OpenDatabase<Tables>> =>
  openWithLanes<ServiceTables>(url, migrations, options)
