import type { Database as AnyDatabase, Queries as AnyQueries, Tx as AnyTx } from '../../database/database.ts'
import type { Waiting } from '../../database/when-reached.ts'
import { openWithLanes } from '../../lanes/open-database.ts'
import type { LaneTables } from '../../lanes/tables.ts'
import { migrations } from './migrations/migrations.ts'
import type { ServiceTables } from './tables.ts'

export type Tables = ServiceTables & LaneTables
export type Queries = AnyQueries<Tables>
export type Tx = AnyTx<Tables>
export type Database = AnyDatabase<Tables>

/** With `waiting` a PostgreSQL that is away is waited for. */
export const openDatabase = (url: string, waiting?: Waiting): Promise<Database> =>
  openWithLanes<ServiceTables>(url, migrations, waiting)
