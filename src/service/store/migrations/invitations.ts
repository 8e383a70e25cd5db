import { sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'

/** Invitations were kept in events only, which are deleted after 90 days. */
const invitations: MigrationStep = async (db) => {
  await db.schema
    .createTable('project_invitation')
    .addColumn('org', 'text', (column) => column.notNull())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('person_uuid', 'text', (column) => column.notNull())
    .addColumn('invited_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('project_invitation_key', ['project_uuid', 'person_uuid'])
    .execute()
  await sql`insert into project_invitation (org, project_uuid, person_uuid, invited_at)
    select min(org), project_uuid, object_uuid, max(created_at) from event
    where name = 'project_invitation' group by project_uuid, object_uuid`.execute(db)
}

export const invitationMigrations: Record<string, MigrationStep> = {
  '2026-11-21-service-7-invitations': invitations,
}
