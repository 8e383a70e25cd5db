import type { MigrationStep } from '../../../database/migrate.ts'
import { index, table, unique } from './schema.ts'

/** What the vendor's team writes down about a project. */
const notes: MigrationStep = async (db, engine) => {
  await table(
    db,
    'note',
    {
      text: 'uuid org project_uuid created_by message_plain',
      bigint: 'created_at',
      'bigint?': 'edited_at',
    },
    engine,
  )
  await unique(db, 'note', 'uuid')
  await index(db, 'note', 'project_uuid', 'created_at', 'id')
}

export const noteMigrations: Record<string, MigrationStep> = {
  '2026-11-23-service-notes': notes,
}
