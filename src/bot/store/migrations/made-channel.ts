import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'
import { protect } from './owner.ts'

/** The channel that the app makes for a project. */
export const madeChannelMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-z-made-channel': async (db, { name }) => {
    await run(
      db,
      `create table made_channel (installation_id bigint not null check (installation_id > 0),
        project_uuid text not null, name text not null, is_private integer not null, asked_by text not null,
        asked_in text, people text not null, taken text not null, state text not null, channel text,
        attempted_at bigint, invitations text not null, shared_at bigint, created_at bigint not null,
        primary key (installation_id, project_uuid))`,
      'create index made_channel_channel on made_channel (installation_id, channel)',
    )
    if (name === 'postgres') await protect(db, 'made_channel')
  },
}
