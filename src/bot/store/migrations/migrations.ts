import { sql } from 'kysely'
import type { Migrations, MigrationStep } from '../../../database/migrate.ts'
import { laneMigrations } from '../../../lanes/migrations.ts'
import { botMigrations } from './bot.ts'
import { assistantMigrations } from './assistants.ts'
import { hookSecretMigrations } from './hook-secret.ts'
import { indexMigrations } from './indexes.ts'
import { installationMigrations } from './installations.ts'
import { madeChannelMigrations } from './made-channel.ts'
import { ownerMigrations } from './owner.ts'
import { oneSettingMigrations } from './one-channel-setting.ts'
import { doubtMigrations } from './reply-doubt.ts'
import { oneTableMigrations } from './one-table-a-noun.ts'
import { replyMigrations } from './reply-sign.ts'
import { threadMigrations } from './threads.ts'

/** Otherwise PostgreSQL's row-level security would hide every row from it. */
const seeingAll =
  (step: MigrationStep): MigrationStep =>
  async (db, engine) => {
    if (engine.name === 'postgres') await sql`set local onboarding.installation = '*'`.execute(db)
    await step(db, engine)
  }

const steps = {
  ...laneMigrations,
  ...botMigrations,
  ...replyMigrations,
  ...doubtMigrations,
  ...oneTableMigrations,
  ...oneSettingMigrations,
  ...hookSecretMigrations,
  ...ownerMigrations,
  ...installationMigrations,
  ...assistantMigrations,
  ...madeChannelMigrations,
  ...threadMigrations,
  ...indexMigrations,
}

export const migrations: Migrations = {
  program: 'bot',
  steps: Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, seeingAll(step)])),
}
