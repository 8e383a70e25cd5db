import type { Migrations } from '../../../database/migrate.ts'
import { laneMigrations } from '../../../lanes/migrations.ts'
import { botMigrations } from './bot.ts'
import { hookSecretMigrations } from './hook-secret.ts'
import { installationMigrations } from './installations.ts'
import { oneSettingMigrations } from './one-channel-setting.ts'
import { doubtMigrations } from './reply-doubt.ts'
import { oneTableMigrations } from './one-table-a-noun.ts'
import { replyMigrations } from './reply-sign.ts'

export const migrations: Migrations = {
  program: 'bot',
  steps: {
    ...laneMigrations,
    ...botMigrations,
    ...replyMigrations,
    ...doubtMigrations,
    ...oneTableMigrations,
    ...oneSettingMigrations,
    ...hookSecretMigrations,
    ...installationMigrations,
  },
}
