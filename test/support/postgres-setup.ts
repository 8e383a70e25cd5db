import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/store/database.ts'
import { createDatabase, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test has its own database on it, a copy of one with the schema. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // The suite kills clients, not the server: fsync would only make it slow. `npm run bench` has it on.
  const server = await startPostgres({ fsync: false })
  const migrated = await openDatabase(await createDatabase(server.url, 'migrated'))
  await migrated[Symbol.asyncDispose]()
  project.provide('postgresUrl', server.url)
  return async () => server[Symbol.asyncDispose]()
}
