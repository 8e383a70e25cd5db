import { sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { index, table, unique } from './schema.ts'

const organizations: MigrationStep = async (db, engine) => {
  await table(db, 'organization', { text: 'uuid name', bigint: 'created_at' })
  await unique(db, 'organization', 'uuid')
  const key = { text: 'uuid org hash label person_uuid', bigint: 'created_at', 'bigint?': 'deactivated_at' }
  await table(db, 'api_key', key)
  await unique(db, 'api_key', 'hash')
  await table(db, 'api_session', { text: 'hash key_uuid', bigint: 'expires_at' })
  await unique(db, 'api_session', 'hash')
  await index(db, 'api_session', 'expires_at')
  await table(db, 'api_usage', { text: 'org period', bigint: 'used' })
  await unique(db, 'api_usage', 'org', 'period')
  await table(db, 'account', { text: 'uuid org name', 'text?': 'logo_path' }, engine)
  await unique(db, 'account', 'org', 'name')
  await unique(db, 'account', 'uuid')
  await table(
    db,
    'person',
    {
      text: 'uuid org first_name last_name email role',
      'text?': 'account_uuid',
      integer: 'is_active',
    },
    engine,
  )
  await unique(db, 'person', 'org', 'email')
  await unique(db, 'person', 'uuid')
  await table(db, 'integration', { text: 'uuid org name' })
  await unique(db, 'integration', 'org', 'uuid')
}

const definitions: MigrationStep = async (db, engine) => {
  await table(
    db,
    'playbook',
    {
      text: 'uuid org name name_search description state content',
      integer: 'version is_archived duration_days',
      bigint: 'created_at',
    },
    engine,
  )
  await unique(db, 'playbook', 'uuid')
  await index(db, 'playbook', 'org', 'id')
  await table(
    db,
    'data_field',
    {
      text: 'uuid org name object_type kind choices',
      integer: 'is_archived',
    },
    engine,
  )
  await unique(db, 'data_field', 'uuid')
  await index(db, 'data_field', 'org', 'id')
}

const projects: MigrationStep = async (db, engine) => {
  await table(
    db,
    'project',
    {
      text: 'uuid org name name_search description account_uuid owner_uuid playbook_uuid state start_date due_date created_by',
      'text?': 'completed_by archived_by',
      bigint: 'created_at version',
      'bigint?': 'completed_at archived_at',
      'double precision?': 'value',
    },
    engine,
  )
  await unique(db, 'project', 'uuid')
  await index(db, 'project', 'org', 'id')
  await index(db, 'project', 'org', 'name')
  await table(db, 'project_member', { text: 'org project_uuid person_uuid' })
  await unique(db, 'project_member', 'project_uuid', 'person_uuid')
  const value = { text: 'uuid org field_uuid project_uuid value' }
  await table(db, 'data_field_value', value)
  await unique(db, 'data_field_value', 'uuid')
  await unique(db, 'data_field_value', 'project_uuid', 'field_uuid')
  await table(
    db,
    'external_link',
    {
      text: 'uuid org project_uuid integration_uuid external_id',
      'text?': 'external_type external_label external_link',
    },
    engine,
  )
  await index(db, 'external_link', 'org', 'external_id')
  await index(db, 'external_link', 'project_uuid')
}

const work: MigrationStep = async (db, engine) => {
  await table(
    db,
    'module',
    {
      text: 'uuid org project_uuid name portal_name created_by modified_by',
      integer: 'position is_archived',
      bigint: 'created_at modified_at',
    },
    engine,
  )
  await table(
    db,
    'task',
    {
      text: 'uuid org project_uuid module_uuid name detail status created_by modified_by',
      'text?': 'role assignee_uuid scheduled_start_date due_date completed_by',
      integer: 'position is_internal is_archived in_order collect_feedback require_all_answered',
      bigint: 'created_at',
      'bigint?': 'started_at completed_at',
    },
    engine,
  )
  await table(
    db,
    'subtask',
    {
      text: 'uuid org project_uuid task_uuid name description status configuration',
      'text?': 'parent_subtask_uuid response answered_by assignee_uuid',
      integer: 'position',
      'bigint?': 'answered_at',
    },
    engine,
  )
  await table(
    db,
    'comment',
    {
      text: 'uuid org project_uuid task_uuid created_by message_plain',
      'text?': 'replied_to removed_by',
      bigint: 'created_at',
      'bigint?': 'edited_at removed_at',
    },
    engine,
  )
  for (const name of ['module', 'task', 'subtask', 'comment']) {
    await unique(db, name, 'uuid')
    await index(db, name, 'project_uuid')
  }
  await index(db, 'subtask', 'task_uuid')
  await index(db, 'comment', 'task_uuid')
}

const announcements: MigrationStep = async (db, engine) => {
  await table(
    db,
    'webhook',
    {
      text: 'uuid org event_code hook_url',
      integer: 'legacy',
      bigint: 'created_at',
    },
    engine,
  )
  await unique(db, 'webhook', 'org', 'legacy', 'event_code', 'hook_url')
  await table(
    db,
    'event',
    {
      text: 'org name object_uuid project_uuid body',
      bigint: 'created_at',
    },
    engine,
  )
  await index(db, 'event', 'project_uuid')
  await table(
    db,
    'webhook_delivery',
    {
      text: 'org webhook_uuid state',
      'text?': 'last_error',
      integer: 'attempts',
      bigint: 'event_id created_at',
      'bigint?': 'settled_at',
    },
    engine,
  )
  await sql`create index webhook_delivery_open on webhook_delivery (org, id) where state <> 'delivered'`.execute(
    db,
  )
  await index(db, 'webhook_delivery', 'event_id')
}

/**
 * Searches by a part of a name: trigrams find the matches, and the index on the folded name counts them. No query
 * uses the index on the plain name anymore.
 */
const search: MigrationStep = async (db, engine) => {
  await index(db, 'project', 'org', 'name_search')
  await db.schema.dropIndex('project_org_name').execute()
  await engine.substringIndex?.('project_name_part', 'project', 'name_search').execute(db)
}

/** Retention finds what to delete without reading the rest. */
const retention: MigrationStep = async (db) => {
  await sql`create index webhook_delivery_delivered on webhook_delivery (settled_at) where state = 'delivered'`.execute(
    db,
  )
  await index(db, 'event', 'created_at')
}

/** Exact totals without counting all projects: see `projects/project-totals.ts`. */
const totals: MigrationStep = async (db) => {
  const numbers = { text: 'org', bigint: 'changes forgotten active completed archived' }
  await table(db, 'project_total', numbers)
  await unique(db, 'project_total', 'org')
  const change = {
    text: 'org after_name after_state',
    'text?': 'before_name before_state',
    bigint: 'seq',
  }
  await table(db, 'project_change', change)
  await unique(db, 'project_change', 'org', 'seq')
  await table(db, 'project_search', { text: 'org search', bigint: 'total seen' })
  await unique(db, 'project_search', 'org', 'search')
  await sql`insert into project_total (org, changes, forgotten, active, completed, archived)
    select org, 0, 0, sum(case when state = 'Active' then 1 else 0 end),
      sum(case when state = 'Completed' then 1 else 0 end), sum(case when state = 'Archived' then 1 else 0 end)
    from project group by org`.execute(db)
}

/** Lists the newest projects of a state or an account without reading the others. */
const filtered: MigrationStep = async (db) => {
  await index(db, 'project', 'org', 'state', 'id')
  await index(db, 'project', 'org', 'account_uuid', 'id')
}

/** Until this step invitations were in events only, which are deleted after 90 days. */
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

/** The time and the result of each delivery attempt. */
const attempts: MigrationStep = async (db) => {
  await db.schema.alterTable('webhook_delivery').addColumn('attempt_log', 'text').execute()
}

export const serviceMigrations: Record<string, MigrationStep> = {
  '2026-11-21-service-1-organizations': organizations,
  '2026-11-21-service-2-definitions': definitions,
  '2026-11-21-service-3-projects': projects,
  '2026-11-21-service-4-work': work,
  '2026-11-21-service-5-announcements': announcements,
  '2026-11-21-service-6-search': search,
  '2026-11-21-service-7-invitations': invitations,
  '2026-11-21-service-7-retention': retention,
  '2026-11-21-service-8-delivery-attempts': attempts,
  '2026-11-21-service-8-totals': totals,
  '2026-11-21-service-9-filtered': filtered,
}
