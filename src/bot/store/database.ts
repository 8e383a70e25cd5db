import type {
  Database as AnyDatabase,
  DatabaseOptions,
  Queries as AnyQueries,
  Tx as AnyTx,
} from '../../database/database.ts'
import { openWithLanes } from '../../lanes/open-database.ts'
import type { LaneTables } from '../../lanes/tables.ts'
import type { InstallationTables } from './installations/tables.ts'
import { migrations } from './migrations/migrations.ts'
import type { BotTables } from './tables.ts'

type Tables = BotTables & InstallationTables & LaneTables
export type Queries = AnyQueries<Tables>
export type Tx = AnyTx<Tables>
export type Database = AnyDatabase<Tables>

export const openDatabase = (url: string, options?: DatabaseOptions): Promise<Database> =>
  openWithLanes<BotTables & InstallationTables>(url, migrations, options)
