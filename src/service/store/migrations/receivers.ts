import type { MigrationStep } from '../../../database/migrate.ts'

/** Secrets that sign deliveries, and failures in a row. Older subscriptions have no secret. */
const receivers: MigrationStep = async (db) => {
  const add = (name: string, type: 'text' | 'bigint') =>
    db.schema.alterTable('webhook').addColumn(name, type).execute()
  await add('secret', 'text')
  await add('former_secret', 'text')
  await add('former_until', 'bigint')
  await add('one_attempt_since', 'bigint')
  await db.schema
    .alterTable('webhook')
    .addColumn('aside_in_row', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

export const receiverMigrations: Record<string, MigrationStep> = {
  '2026-11-22-service-receivers': receivers,
}
