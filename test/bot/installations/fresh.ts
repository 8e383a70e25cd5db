import { engines, type EngineName, freshDatabaseUrl } from '../../support/databases.ts'
import { describe, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/bot/store/database.ts'
import type { InstallationTables } from '../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../src/database/database.ts'

const openFresh = async (engine: EngineName): Promise<Database<InstallationTables>> => {
  const database = await openDatabase(await freshDatabaseUrl(engine))
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database.installations
}

/** For stories of pages: `store.test.ts` asks both engines for what they store. */
export const fresh = () => openFresh('sqlite')

/** The same stories on both engines, on the tables of installations and connections. */
export const eachEngine = (
  title: string,
  stories: (fresh: () => Promise<Database<InstallationTables>>, engine: EngineName) => void,
): void => {
  describe.each(engines)(`${title} on %s`, (engine) => {
    stories(() => openFresh(engine), engine)
  })
}
