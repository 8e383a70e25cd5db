import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

const indexes = {
  inbox_state: `(installation_id, state, id) where state = 'aside'`,
  inbox_handled: '(installation_id, handled_at) where handled_at is not null',
  inbox_project: `(installation_id, project_uuid, id)
    where event_name in ('project_created', 'project_updated', 'project_completed', 'project_archived')`,
}

export const inboxIndexMigrations: Record<string, MigrationStep> = {
  // Most deliveries are comments, and none is in these indexes when it arrives: each index made every delivery slower.
  '2026-11-22-bot-z-inbox-indexes': (db) =>
    run(
      db,
      ...Object.keys(indexes).map((name) => `drop index ${name}`),
      ...Object.entries(indexes).map(([name, rows]) => `create index ${name} on inbox ${rows}`),
    ),
}
