import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'
import { protect } from './owner.ts'

export const assistantMigrations: Record<string, MigrationStep> = {
  // What an assistant asked for, until its person confirms it in Slack.
  '2026-11-22-bot-z-assistant-request': async (db, { name }) => {
    await run(
      db,
      `create table assistant_request (installation_id bigint not null check (installation_id > 0),
        uuid text not null, user_id text not null, what text not null, value text not null,
        expires_at bigint not null, primary key (installation_id, uuid))`,
    )
    if (name === 'postgres') await protect(db, 'assistant_request')
  },
}
