import { sql } from 'kysely'
import type { MigrationStep } from '../database/migrate.ts'

export const laneMigrations: Record<string, MigrationStep> = {
  '0001-lanes': async (db, engine) => {
    await db.schema
      .createTable('lane')
      .addColumn('lane', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('pending', 'bigint', (c) => c.notNull())
      .addColumn('run_at', 'bigint', (c) => c.notNull())
      .addColumn('lease_until', 'bigint', (c) => c.notNull())
      .addColumn('token', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'bigint', (c) => c.notNull())
      .addColumn('parked', 'text')
      .execute()
    await db.schema
      .createTable('job')
      .addColumn('seq', engine.sequence, (c) =>
        engine.autoIncrement ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('lane', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('unique_key', 'text')
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('run_at', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('settled_at', 'bigint')
      .addColumn('attempts', 'bigint', (c) => c.notNull())
      .addColumn('last_error', 'text')
      .execute()
    // Partial indexes stay small, however many jobs are done.
    await sql`create index lane_due on lane (kind, run_at) where pending > 0 and parked is null`.execute(db)
    await sql`create index job_waiting on job (lane, seq) where state = 'waiting'`.execute(db)
    await sql`create index job_open on job (kind, state, created_at) where state <> 'done'`.execute(db)
    await sql`create unique index job_unique on job (kind, unique_key) where unique_key is not null`.execute(
      db,
    )
  },
  // Retention finds jobs to delete without reading the others.
  '0002-lanes-done': async (db) => {
    await sql`create index job_done on job (settled_at) where state = 'done'`.execute(db)
  },
  // A wait that begins in the future was written before the clock was set back.
  '0003-lanes-waits': async (db) => {
    await db.schema
      .alterTable('lane')
      .addColumn('waits_since', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
  // Claims take turns over installations. Each program then moves its own lanes.
  '0004-lanes-installation': async (db) => {
    for (const table of ['lane', 'job'])
      await db.schema
        .alterTable(table)
        .addColumn('installation_id', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
    await sql`update lane set lane = '0:' || lane`.execute(db)
    await sql`update job set lane = '0:' || lane`.execute(db)
    await sql`drop index lane_due`.execute(db)
    await sql`create index lane_due on lane (kind, installation_id, run_at) where pending > 0 and parked is null`.execute(
      db,
    )
    await sql`drop index job_unique`.execute(db)
    await sql`create unique index job_unique on job (kind, unique_key, installation_id) where unique_key is not null`.execute(
      db,
    )
  },
}
