import type { MigrationStep } from '../../../database/migrate.ts'

export const deliveryAttemptMigrations: Record<string, MigrationStep> = {
  '2026-11-21-service-8-delivery-attempts': async (sql) => {
    await sql.schema.alterTable('webhook_delivery').addColumn('attempt_log', 'text').execute()
  },
}
