import { sql } from 'kysely'
import type { Database } from '../../src/bot/store/database.ts'

/** The database answers questions and refuses every write, as a standby does, or SQLite on a full disk. */
export const onlyReading = async ({ sql: queries, engine }: Database, only: boolean): Promise<void> => {
  if (engine.name === 'sqlite') {
    await sql.raw(`pragma query_only = ${only ? 1 : 0}`).execute(queries)
    return
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(queries)
  const name = sql.ref(rows[0]?.name ?? '')
  const alter = () =>
    queries.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = off`.execute(one)
      await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(only ? 'on' : 'off')}`.execute(
        one,
      )
      // Only new connections go by it.
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(one)
      await sql`set default_transaction_read_only = ${sql.raw(only ? 'on' : 'off')}`.execute(one)
    })
  // The pool may still have a connection that the last call ended.
  await alter().catch((error: Error) => {
    if (!error.message.startsWith('terminating connection')) throw error
    return alter()
  })
}
