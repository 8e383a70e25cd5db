import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase as openBotDatabase } from '../../src/bot/store/database.ts'
import { openDatabase as openServiceDatabase } from '../../src/service/store/database.ts'
import { createDatabase, startPostgres } from './postgres-server.ts'
import { quickFolder } from './quick-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** A SQLite file with the schema and nothing else, to copy. */
    migratedFile: string
  }
}

/** The two programs may share a database: the second doesn't touch the first one's tables. */
const migrateForBoth = async (url: string) => {
  for (const open of [openBotDatabase, openServiceDatabase]) {
    const database = await open(url)
    await database[Symbol.asyncDispose]()
  }
}

/** One real PostgreSQL for the whole run; each test gets its own copy of a database with the schema. SQLite likewise. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // The suite kills clients, not the server, so fsync would only slow it down. `npm run bench` turns it on.
  const server = await startPostgres({ fsync: false })
  await migrateForBoth(await createDatabase(server.url, 'migrated'))
  project.provide('postgresUrl', server.url)
  const home = mkdtempSync(join(quickFolder(), 'onboarding-migrated-'))
  const migratedFile = join(home, 'migrated.db')
  await migrateForBoth(`sqlite:${migratedFile}`)
  project.provide('migratedFile', migratedFile)
  return async () => {
    rmSync(home, { recursive: true, force: true })
    await server[Symbol.asyncDispose]()
  }
}
