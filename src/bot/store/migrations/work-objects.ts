import type { MigrationStep } from '../../../database/migrate.ts'

/** What the details pane of a Work Object needs: comments' words, and where a person opened which pane. */
export const workObjects: MigrationStep = async (db) => {
  await db.schema
    .createTable('known_comment')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('task_uuid', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('replied_to_uuid', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('edited_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('known_comment_task')
    .on('known_comment')
    .columns(['task_uuid', 'created_at'])
    .execute()
  // A task's replies are looked through for comments that no event told yet.
  await db.schema.createIndex('reply_task').on('reply').columns(['task_uuid', 'created_at']).execute()
  await db.schema
    .createTable('work_object_view')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('work_object_view_key', ['user_id', 'ref'])
    .execute()
}
