import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Takes a table away behind a server's back, to see how it fails. */
export const dropTable = async (databaseUrl: string, table: string): Promise<void> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
    database.exec(`drop table ${table}`)
    return database.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`drop table ${table}`)
  await client.end()
}
