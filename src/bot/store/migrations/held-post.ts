import type { MigrationStep } from '../../../database/migrate.ts'

export const heldPost: MigrationStep = async (db, engine) => {
  await db.schema
    .createTable('held_post')
    .addColumn('id', engine.sequence, (column) => column.primaryKey())
    .addColumn('delivery_id', 'bigint', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('released', 'integer', (column) => column.notNull())
    .addColumn('held_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('held_post_channel').on('held_post').columns(['channel', 'id']).execute()
}
