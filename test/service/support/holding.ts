import pg from 'pg'
import type { Story } from '../harness.ts'

/** On PostgreSQL: takes what every write waits for, until the function that it returns is called. */
export const holdOrganizations = async ({ databaseUrl }: Story) => {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select uuid from organization for update')
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}

/** On PostgreSQL: lets nobody make a project until the function that it returns is called. */
export const holdProjects = async (databaseUrl: string) => {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table project in share mode')
  return async () => {
    await holder.query('commit')
    await holder.end()
  }
}
