import type { MigrationStep } from '../../../database/migrate.ts'

export const projectRequest: MigrationStep = async (db, engine) => {
  await db.schema
    .createTable('project_request')
    .addColumn('id', engine.sequence, (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('project_name', 'text', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('project_uuid', 'text')
    .addColumn('error', 'text')
    .addColumn('request_id', 'text')
    .addColumn('attempted_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('project_request_project')
    .on('project_request')
    .column('project_uuid')
    .execute()
}
