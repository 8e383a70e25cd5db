import type { MigrationStep } from '../../../database/migrate.ts'

/** What of a channel's subscriptions it does not want, and until when it wants nothing. */
const channelFilter: MigrationStep = async (db) => {
  await db.schema
    .createTable('channel_filter')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('channel_mute')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('muted_until', 'bigint')
    .addColumn('muted_by', 'text', (column) => column.notNull())
    .addColumn('muted_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('module_name')
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('module_name_key', ['project_uuid', 'name'])
    .execute()
}

const account: MigrationStep = async (db) => {
  await db.schema.alterTable('subscription').addColumn('account_id', 'text').execute()
  await db.schema.alterTable('subscription').addColumn('account_lost_at', 'bigint').execute()
  await db.schema.alterTable('known_project').addColumn('account_id', 'text').execute()
}

const homeViewer: MigrationStep = async (db) => {
  await db.schema
    .createTable('home_viewer')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .execute()
}

const taskModule: MigrationStep = async (db) => {
  await db.schema.alterTable('known_task').addColumn('module_name', 'text').execute()
}

export const subscriptionMigrations: Record<string, MigrationStep> = {
  '2026-11-21-bot-c1-channel-filter': channelFilter,
  '2026-11-21-bot-c2-account': account,
  '2026-11-21-bot-c3-home-viewer': homeViewer,
  '2026-11-21-bot-c4-task-module': taskModule,
}
