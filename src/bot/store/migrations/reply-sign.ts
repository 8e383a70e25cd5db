import { sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'

/** The bot removes only reactions that it added. That a reply is being sent is known from its parts. */
const replySign: MigrationStep = async (db) => {
  await db.schema.alterTable('reply').addColumn('sign', 'text').execute()
  await sql`update reply set state = 'stored' where state = 'sending'`.execute(db)
  // Before this version, every reply had one from the start.
  await sql`
    update reply set sign = case when state in ('stored', 'unknown') then 'hourglass_flowing_sand' else 'warning' end
    where ts is not null and state <> 'done'`.execute(db)
}

/** Covers only the few replies whose ✅ waits for Slack. */
const owedSigns: MigrationStep = async (db) => {
  await sql`create index reply_owed on reply (id) where sign = 'owed'`.execute(db)
}

export const replyMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-reply-sign': replySign,
  '2026-11-22-bot-reply-sign-owed': owedSigns,
}
