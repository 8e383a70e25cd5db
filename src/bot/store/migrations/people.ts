import type { MigrationStep } from '../../../database/migrate.ts'

/** Who in Slack is whom in the tracker, where somebody said it; and what a person was told of their replies. */
export const people: MigrationStep = async (db) => {
  await db.schema
    .createTable('person_link')
    .addColumn('tracker_uuid', 'text', (column) => column.primaryKey())
    .addColumn('slack_user', 'text')
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('person_link_slack').on('person_link').column('slack_user').execute()
  await db.schema
    .createTable('receipt')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('thread_ts', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('readers', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('receipt_key', ['channel', 'thread_ts', 'user_id'])
    .execute()
}

/** What retention looks for, so that a daily pass reads what is old and nothing else. */
export const retention: MigrationStep = async (db) => {
  await db.schema.createIndex('inbox_handled').on('inbox').columns(['handled_at']).execute()
  await db.schema.createIndex('reply_settled').on('reply').columns(['settled_at']).execute()
  await db.schema.createIndex('delivery_settled').on('delivery').columns(['settled_at']).execute()
}

/** A project's newest event is kept, and looked for by `/onboard set`. */
export const inboxProject: MigrationStep = async (db) => {
  await db.schema.createIndex('inbox_project').on('inbox').columns(['project_uuid', 'id']).execute()
}
