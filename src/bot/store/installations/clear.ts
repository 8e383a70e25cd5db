import { setImmediate as breath } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { rowsOf } from '../../../database/happened.ts'
import type { BotDatabase } from '../database.ts'
import { scopedTables } from '../scope.ts'
import { beginErasing } from './leaving.ts'

/** Small, because SQLite has one writer, and other installations wait for it. */
const batch = 200

/**
 * Deletes everything of an installation except for its own row, which `erase` deletes. Bit by bit: what is left after
 * an interruption is deleted by the next call.
 */
export const clearInstallation = async (database: BotDatabase, installation: number): Promise<void> => {
  const own = raw`installation_id = ${installation}`
  for (const table of [...scopedTables, 'job', 'lane'] as const) {
    const some = database.engine.some(table, own, batch)
    while ((await database.across(({ sql }) => rowsOf(sql.deleteFrom(table).where(some)))) === batch)
      await breath()
  }
}

/** Unless it was installed again meanwhile. */
export const clearLeft = async (database: BotDatabase, installation: number, now: number): Promise<void> => {
  if (await beginErasing(database.installations.sql, installation, now))
    await clearInstallation(database, installation)
}
