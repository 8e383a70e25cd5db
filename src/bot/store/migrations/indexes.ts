import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

/**
 * With parameters instead of its literals, neither engine uses an index that has a condition. Once an index has
 * `state = 'failed'`, SQLite plans each statement with `state = ?` again for every run, so new ones have other conditions.
 */
const added = (table: string, indexes: Readonly<Record<string, string>>): string[] =>
  Object.entries(indexes).map(([name, rows]) => `create index ${name} on ${table} ${rows}`)

const replaced = (table: string, indexes: Readonly<Record<string, string>>): string[] => [
  ...Object.keys(indexes).map((name) => `drop index ${name}`),
  ...added(table, indexes),
]

export const indexMigrations: Record<string, MigrationStep> = {
  // Most deliveries are comments, and none is in these indexes when it arrives: each index made every delivery slower.
  '2026-11-22-bot-z-inbox-indexes': (db) =>
    run(
      db,
      ...replaced('inbox', {
        inbox_state: `(installation_id, state, id) where state = 'aside'`,
        inbox_handled: '(installation_id, handled_at) where handled_at is not null',
        inbox_project: `(installation_id, project_uuid, id)
          where event_name in ('project_created', 'project_updated', 'project_completed', 'project_archived')`,
      }),
    ),
  // Reports and digests ask of each task who wrote last. With the side in the index, they read no comments.
  '2026-11-22-bot-z-comment-sides': (db) =>
    run(
      db,
      ...replaced('known_comment', {
        known_comment_task: '(installation_id, task_uuid, created_at, by_customer)',
      }),
    ),
  // What is asked often reads only what it is about, however many installations, subscriptions and tasks there are.
  '2026-11-23-bot-z-indexes': (db) =>
    run(
      db,
      // Which installations are in a channel is asked for the whole bot.
      ...replaced('delivery', { delivery_recent: '(channel, installation_id, created_at)' }),
      ...added('delivery', {
        delivery_error: '(installation_id, channel, created_at) where error is not null',
      }),
      ...added('subscription', {
        subscription_channel: '(channel, installation_id)',
        subscription_account: '(installation_id, account_id)',
        subscription_by_list: `(installation_id)
          where scope <> 'all' and (scope <> 'project' or target not like '%-%-%-%-%')`,
      }),
      ...added('known_project', {
        known_project_account: '(installation_id, account_name)',
        known_project_account_id: '(installation_id, account_id)',
      }),
      ...added('known_task', {
        known_task_assignee:
          '(installation_id, assignee_name, due_date) where completed < 1 and deleted_at is null',
        known_task_due: '(installation_id, due_date) where completed < 1 and deleted_at is null',
      }),
      ...added('known_comment', {
        known_comment_worded: `(installation_id, created_at) where deleted_at is null and text <> '(no longer kept)'`,
        known_comment_mention: `(installation_id, created_at) where deleted_at is null and text like '%@%'`,
      }),
      ...added('reply', {
        reply_failed: `(installation_id, channel) where state in ('refused', 'unconfirmed')`,
        reply_ahead: `(installation_id, created_at) where state in ('edited-ahead', 'deleted-ahead')`,
      }),
      ...added('installation', { installation_bot: '(bot_user_id)' }),
    ),
}
