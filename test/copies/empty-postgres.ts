import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { createDatabase, dropDatabase } from '../support/postgres-server.ts'

/** A PostgreSQL database without any table, dropped after the test. */
export const emptyPostgres = async (): Promise<string> => {
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  onTestFinished(() => dropDatabase(server, name))
  return createDatabase(server, name)
}
