import type { MigrationStep } from '../../../database/migrate.ts'

/** When the last event happened. In the database, because each node has its own clock. */
const eventTimes: MigrationStep = async (db) => {
  await db.schema
    .alterTable('organization')
    .addColumn('last_event_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

export const eventTimeMigrations: Record<string, MigrationStep> = {
  '2026-11-23-service-event-times': eventTimes,
}
