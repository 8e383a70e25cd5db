import { expect, test } from 'vitest'
import type { AcrossTx, BotDatabase, Queries, Tx } from '../../src/bot/store/database.ts'
import { putMute, channelSettings } from '../../src/bot/store/channel-settings.ts'
import type { Database, Tx as AnyTx } from '../../src/database/database.ts'
import type { LaneTables } from '../../src/lanes/tables.ts'
import type { BotTables } from '../../src/bot/store/tables.ts'

const mute = { channel: 'C', until: undefined, by: 'U', at: 1 }

/** Each line compiles, or has to be refused. None runs. */
export const compiled = {
  one: (database: BotDatabase) => channelSettings(database.of(1).sql, 'C'),
  inTransaction: (tx: Tx) => putMute(tx, mute).then(() => channelSettings(tx.sql, 'C')),
  part: (across: AcrossTx) => putMute(across.of(1), mute),
  // @ts-expect-error -- queries of every installation
  across: (tx: AcrossTx) => channelSettings(tx.sql, 'C'),
  // @ts-expect-error -- a transaction over every installation
  acrossPut: (tx: AcrossTx) => putMute(tx, mute),
  // @ts-expect-error -- queries of the queue
  queue: (database: BotDatabase) => channelSettings(database.lanes.sql, 'C'),
  // @ts-expect-error -- queries that nobody limited, though they know the tables
  bare: (database: Database<BotTables & LaneTables>) => channelSettings(database.sql, 'C'),
  // @ts-expect-error -- a transaction that nobody limited
  bareTransaction: (tx: AnyTx<BotTables & LaneTables>) => putMute(tx, mute),
  // @ts-expect-error -- an installation's rows have no column for it
  column: (sql: Queries) => sql.selectFrom('reply').select('installation_id'),
  acrossColumn: (tx: AcrossTx) => tx.sql.selectFrom('reply').select('installation_id'),
}

test('queries of no installation do not compile where an installation’s are wanted', () => {
  expect(Object.keys(compiled)).toHaveLength(10)
})
