import type { MigrationStep } from '../../../database/migrate.ts'

export const digest: MigrationStep = async (db) => {
  await db.schema
    .createTable('task_state')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('completed', 'integer', (column) => column.notNull())
    .addColumn('done_at', 'bigint')
    .addColumn('due_date', 'text')
    .addColumn('assignee_name', 'text')
    .addColumn('assigned_at', 'bigint')
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('task_state_project').on('task_state').column('project_uuid').execute()
  await db.schema
    .createTable('comment_state')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('task_uuid', 'text', (column) => column.notNull())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('by_customer', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('comment_state_task').on('comment_state').columns(['task_uuid', 'at']).execute()
  await db.schema
    .createIndex('comment_state_project')
    .on('comment_state')
    .columns(['project_uuid', 'seen_at'])
    .execute()
  await db.schema
    .createTable('project_state')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('next_task_uuid', 'text')
    .addColumn('last_event', 'text')
    .addColumn('last_by', 'text')
    .addColumn('last_at', 'bigint')
    .execute()
}

export const channelDigest: MigrationStep = async (db) => {
  await db.schema
    .createTable('channel_digest')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
}

export const liveCard: MigrationStep = async (db) => {
  await db.schema
    .createTable('live_card')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('pinned_by', 'text', (column) => column.notNull())
    .addColumn('pinned_at', 'bigint', (column) => column.notNull())
    .addColumn('shared_when_made', 'integer', (column) => column.notNull())
    .addColumn('shown', 'text')
    .addPrimaryKeyConstraint('live_card_key', ['channel', 'project_uuid'])
    .execute()
  await db.schema.createIndex('live_card_project').on('live_card').column('project_uuid').execute()
}
