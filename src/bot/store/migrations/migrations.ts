import type { Migrations } from '../../../database/migrate.ts'
import { laneMigrations } from '../../../lanes/migrations.ts'
import { botMigrations } from './bot.ts'
import { hookSecretMigrations } from './hook-secret.ts'
import { oneSettingMigrations } from './one-channel-setting.ts'
import { oneTableMigrations } from './one-table-a-noun.ts'
import { replyMigrations } from './reply-sign.ts'

/** Every migration of the bot's database. */
export const migrations: Migrations = {
  program: 'bot',
  steps: {
    ...laneMigrations,
    ...botMigrations,
    ...replyMigrations,
    ...oneTableMigrations,
    ...oneSettingMigrations,
    ...hookSecretMigrations,
  },
}
