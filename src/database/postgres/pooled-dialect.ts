import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'

/** Kysely's own. */
const migrationLock = '3853314791062309107'

/**
 * Kysely locks migrations for the session. Behind a pooler in transaction mode, the unlock may reach another session,
 * and the lock stays. This lock ends with the transaction.
 */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.raw(migrationLock)})`.execute(db)
  }
  override async releaseMigrationLock(): Promise<void> {
    // The end of the transaction releases it.
  }
}

export class PooledDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter()
  }
}
