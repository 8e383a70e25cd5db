import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDatabase as openBotDatabase } from '../../../src/bot/store/database.ts'
import { openDatabase as openServiceDatabase } from '../../../src/service/store/database.ts'
import { createDatabase, startPostgres } from '../postgres-server.ts'
import { quickFolder } from '../quick-folder.ts'

/** `migrated` has the schema and no rows, `seeded` also the service's demo. */
export type Template = 'migrated' | 'seeded'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** SQLite files to copy. The PostgreSQL databases to copy have the same names. */
    files: Readonly<Record<Template, string>>
  }
}

/** The two programs may share a database: the second doesn't touch the first one's tables. */
const migrateForBoth = async (url: string) => {
  for (const open of [openBotDatabase, openServiceDatabase]) {
    const database = await open(url)
    await database[Symbol.asyncDispose]()
  }
}

const seed = (...urls: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../service/support/seed.ts'), ...urls])

/** One real PostgreSQL for the whole run; each test gets its own copy of a database with the schema. SQLite likewise. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // The suite kills clients, not the server, so fsync would only slow it down. `npm run bench` turns it on.
  const server = await startPostgres({ fsync: false })
  project.provide('postgresUrl', server.quickUrl)
  await migrateForBoth(await createDatabase(server.quickUrl, 'migrated'))
  const home = mkdtempSync(join(quickFolder(), 'onboarding-templates-'))
  const files = { migrated: join(home, 'migrated.db'), seeded: join(home, 'seeded.db') }
  await migrateForBoth(`sqlite:${files.migrated}`)
  copyFileSync(files.migrated, files.seeded)
  await seed(`sqlite:${files.seeded}`, await createDatabase(server.quickUrl, 'seeded', 'migrated'))
  project.provide('files', files)
  return async () => {
    rmSync(home, { recursive: true, force: true })
    await server[Symbol.asyncDispose]()
  }
}
