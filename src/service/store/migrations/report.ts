import { sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { index } from './schema.ts'

/** Since when a task has its assignee; of older tasks nobody knows more than when they were made. */
const report: MigrationStep = async (db) => {
  await db.schema.alterTable('task').addColumn('assigned_at', 'bigint').execute()
  await sql`update task set assigned_at = created_at where assignee_uuid is not null`.execute(db)
  await index(db, 'project', 'org', 'completed_at')
  await index(db, 'comment', 'org', 'created_at')
}

export const reportMigrations: Record<string, MigrationStep> = {
  '2026-11-22-service-report': report,
}
