import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

export const hookSecretMigrations: Record<string, MigrationStep> = {
  // The secret of each subscription, from a tracker that signs its deliveries. `target` is the hook's lane.
  '2026-11-22-bot-hook-secret': (db) =>
    run(
      db,
      `create table hook_secret (target text not null, event text not null, secret text not null,
        kept_until bigint, constraint hook_secret_key primary key (target, event, secret))`,
    ),
}
