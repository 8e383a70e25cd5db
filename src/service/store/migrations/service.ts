import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database/engine.ts'
import type { MigrationStep } from '../../../database/migrate.ts'

type Type = 'text' | 'bigint' | 'integer' | 'double precision'
/** The names of the columns of each type, separated by spaces; those of `text?` may be null. */
type Columns = Partial<Record<Type | `${Type}?`, string>>

/** A table of text, numbers and times; `counted` gives it the legacy integer `id` as its key. */
const table = async (db: Kysely<unknown>, engine: Engine, name: string, columns: Columns, counted = true) => {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(name)
  if (counted) {
    made = made.addColumn('id', engine.sequence, (column) =>
      engine.autoIncrement ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
  }
  for (const [type, names] of Object.entries(columns)) {
    const optional = type.endsWith('?')
    const plain = type.replace('?', '') as Type
    for (const column of names.split(' '))
      made = made.addColumn(column, plain, (c) => (optional ? c : c.notNull()))
  }
  await made.execute()
}

const unique = (db: Kysely<unknown>, name: string, ...columns: string[]) =>
  db.schema
    .createIndex(`${name}_${columns.join('_')}`)
    .unique()
    .on(name)
    .columns(columns)
    .execute()

const index = (db: Kysely<unknown>, name: string, ...columns: string[]) =>
  db.schema
    .createIndex(`${name}_${columns.join('_')}`)
    .on(name)
    .columns(columns)
    .execute()

const organizations: MigrationStep = async (db, engine) => {
  await table(db, engine, 'organization', { text: 'uuid name', bigint: 'created_at' }, false)
  await unique(db, 'organization', 'uuid')
  const key = { text: 'uuid org hash label person_uuid', bigint: 'created_at', 'bigint?': 'deactivated_at' }
  await table(db, engine, 'api_key', key, false)
  await unique(db, 'api_key', 'hash')
  await table(db, engine, 'api_session', { text: 'hash key_uuid', bigint: 'expires_at' }, false)
  await unique(db, 'api_session', 'hash')
  await index(db, 'api_session', 'expires_at')
  await table(db, engine, 'api_usage', { text: 'org period', bigint: 'used' }, false)
  await unique(db, 'api_usage', 'org', 'period')
  await table(db, engine, 'account', { text: 'uuid org name', 'text?': 'logo_path' })
  await unique(db, 'account', 'org', 'name')
  await unique(db, 'account', 'uuid')
  await table(db, engine, 'person', {
    text: 'uuid org first_name last_name email role',
    'text?': 'account_uuid',
    integer: 'is_active',
  })
  await unique(db, 'person', 'org', 'email')
  await unique(db, 'person', 'uuid')
  await table(db, engine, 'integration', { text: 'uuid org name' }, false)
  await unique(db, 'integration', 'org', 'uuid')
}

const definitions: MigrationStep = async (db, engine) => {
  await table(db, engine, 'playbook', {
    text: 'uuid org name name_search description state content',
    integer: 'version is_archived duration_days',
    bigint: 'created_at',
  })
  await unique(db, 'playbook', 'uuid')
  await index(db, 'playbook', 'org', 'id')
  await table(db, engine, 'data_field', {
    text: 'uuid org name object_type kind choices',
    integer: 'is_archived',
  })
  await unique(db, 'data_field', 'uuid')
  await index(db, 'data_field', 'org', 'id')
}

const projects: MigrationStep = async (db, engine) => {
  await table(db, engine, 'project', {
    text: 'uuid org name name_search description account_uuid owner_uuid playbook_uuid state start_date due_date created_by',
    'text?': 'completed_by archived_by',
    bigint: 'created_at version',
    'bigint?': 'completed_at archived_at',
    'double precision?': 'value',
  })
  await unique(db, 'project', 'uuid')
  await index(db, 'project', 'org', 'id')
  await index(db, 'project', 'org', 'name')
  await table(db, engine, 'project_member', { text: 'org project_uuid person_uuid' }, false)
  await unique(db, 'project_member', 'project_uuid', 'person_uuid')
  const value = { text: 'uuid org field_uuid project_uuid value' }
  await table(db, engine, 'data_field_value', value, false)
  await unique(db, 'data_field_value', 'uuid')
  await unique(db, 'data_field_value', 'project_uuid', 'field_uuid')
  await table(db, engine, 'external_link', {
    text: 'uuid org project_uuid integration_uuid external_id',
    'text?': 'external_type external_label external_link',
  })
  await index(db, 'external_link', 'org', 'external_id')
  await index(db, 'external_link', 'project_uuid')
}

const work: MigrationStep = async (db, engine) => {
  await table(db, engine, 'module', {
    text: 'uuid org project_uuid name portal_name created_by modified_by',
    integer: 'position is_archived',
    bigint: 'created_at modified_at',
  })
  await table(db, engine, 'task', {
    text: 'uuid org project_uuid module_uuid name detail status created_by modified_by',
    'text?': 'role assignee_uuid scheduled_start_date due_date completed_by',
    integer: 'position is_internal is_archived in_order collect_feedback require_all_answered',
    bigint: 'created_at',
    'bigint?': 'started_at completed_at',
  })
  await table(db, engine, 'subtask', {
    text: 'uuid org project_uuid task_uuid name description status configuration',
    'text?': 'parent_subtask_uuid response answered_by assignee_uuid',
    integer: 'position',
    'bigint?': 'answered_at',
  })
  await table(db, engine, 'comment', {
    text: 'uuid org project_uuid task_uuid created_by message_plain',
    'text?': 'replied_to',
    bigint: 'created_at',
    'bigint?': 'edited_at',
  })
  for (const name of ['module', 'task', 'subtask', 'comment']) {
    await unique(db, name, 'uuid')
    await index(db, name, 'project_uuid')
  }
  await index(db, 'subtask', 'task_uuid')
  await index(db, 'comment', 'task_uuid')
}

const announcements: MigrationStep = async (db, engine) => {
  await table(db, engine, 'webhook', {
    text: 'uuid org event_code hook_url',
    integer: 'legacy',
    bigint: 'created_at',
  })
  await unique(db, 'webhook', 'org', 'legacy', 'event_code', 'hook_url')
  await table(db, engine, 'event', {
    text: 'org name object_uuid project_uuid body',
    bigint: 'created_at',
  })
  await index(db, 'event', 'project_uuid')
  await table(db, engine, 'webhook_delivery', {
    text: 'org webhook_uuid state',
    'text?': 'last_error',
    integer: 'attempts',
    bigint: 'event_id created_at',
    'bigint?': 'settled_at',
  })
  await sql`create index webhook_delivery_open on webhook_delivery (org, id) where state <> 'delivered'`.execute(
    db,
  )
  await index(db, 'webhook_delivery', 'event_id')
}

/**
 * For a part of a name among a million: trigrams find few matches; many are counted from the index on the name
 * as it is searched, which nothing else is read for. It takes the place of one on the name, which had no reader.
 */
const search: MigrationStep = async (db, engine) => {
  await index(db, 'project', 'org', 'name_search')
  await db.schema.dropIndex('project_org_name').execute()
  await engine.substringIndex?.('project_name_part', 'project', 'name_search').execute(db)
}

/** What retention deletes, found without reading what stays. */
const retention: MigrationStep = async (db) => {
  await sql`create index webhook_delivery_delivered on webhook_delivery (settled_at) where state = 'delivered'`.execute(
    db,
  )
  await index(db, 'event', 'created_at')
}

/** Exact totals among a million without a count: see `projects/project-totals.ts`. */
const totals: MigrationStep = async (db, engine) => {
  const numbers = { text: 'org', bigint: 'changes forgotten active completed archived' }
  await table(db, engine, 'project_total', numbers, false)
  await unique(db, 'project_total', 'org')
  const change = {
    text: 'org after_name after_state',
    'text?': 'before_name before_state',
    bigint: 'seq',
  }
  await table(db, engine, 'project_change', change, false)
  await unique(db, 'project_change', 'org', 'seq')
  await table(db, engine, 'project_search', { text: 'org search', bigint: 'total seen' }, false)
  await unique(db, 'project_search', 'org', 'search')
  await sql`insert into project_total (org, changes, forgotten, active, completed, archived)
    select org, 0, 0, sum(case when state = 'Active' then 1 else 0 end),
      sum(case when state = 'Completed' then 1 else 0 end), sum(case when state = 'Archived' then 1 else 0 end)
    from project group by org`.execute(db)
}

/** The newest of a state, and of an account, among a million others: the few that are archived, a customer's own. */
const filtered: MigrationStep = async (db) => {
  await index(db, 'project', 'org', 'state', 'id')
  await index(db, 'project', 'org', 'account_uuid', 'id')
}

/** Who was invited to a project and when; the events, which are not kept for ever, told it until now. */
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

/** When a delivery was tried, and what came of each attempt. */
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
