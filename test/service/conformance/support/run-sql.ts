import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Changes a server's database behind its back, to see how it fails. */
export const runSql = async (databaseUrl: string, statement: string): Promise<void> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
    database.exec(statement)
    return database.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
