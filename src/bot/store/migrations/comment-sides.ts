import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

export const commentSideMigrations: Record<string, MigrationStep> = {
  // Reports and digests ask of each task who wrote last. With the side in the index, they read no comments.
  '2026-11-22-bot-z-comment-sides': (db) =>
    run(
      db,
      'drop index known_comment_task',
      'create index known_comment_task on known_comment (installation_id, task_uuid, created_at, by_customer)',
    ),
}
