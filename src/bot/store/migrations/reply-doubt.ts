import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

export const doubtMigrations: Record<string, MigrationStep> = {
  // Whether a reply may have been sent although the database doesn't show it.
  '2026-11-22-bot-reply-doubt': (db) => run(db, 'alter table reply add column doubt text'),
}
