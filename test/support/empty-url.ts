import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freshFolder } from './fresh-folder.ts'
import type { EngineName } from './databases.ts'
import { createDatabase, dropDatabase } from './postgres-server.ts'

/** A database without any table, gone after the test. */
export const emptyUrl = async (engine: EngineName): Promise<string> => {
  if (engine === 'sqlite') return `sqlite:${join(freshFolder(), 'empty.db')}`
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  onTestFinished(() => dropDatabase(server, name))
  return createDatabase(server, name)
}
