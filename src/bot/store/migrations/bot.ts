import { sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { inboxProject, people, retention } from './people.ts'
import { channelDigest, digest, liveCard } from './digest.ts'
import { heldPost } from './held-post.ts'
import { projectRequest } from './project-request.ts'
import { workObjects } from './work-objects.ts'

const inbox: MigrationStep = async (db, engine) => {
  await db.schema
    .createTable('inbox')
    .addColumn('id', engine.sequence, (column) => column.primaryKey())
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('event_name', 'text', (column) => column.notNull())
    .addColumn('object_uuid', 'text')
    .addColumn('project_uuid', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('handled_at', 'bigint')
    .execute()
  await db.schema.createIndex('inbox_state').on('inbox').columns(['state', 'id']).execute()
}

const subscription: MigrationStep = async (db) => {
  await db.schema
    .createTable('subscription')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paused_at', 'bigint')
    .addColumn('paused_reason', 'text')
    .addPrimaryKeyConstraint('subscription_key', ['channel', 'scope', 'target'])
    .execute()
  await db.schema.createIndex('subscription_target').on('subscription').columns(['scope', 'target']).execute()
}

const known: MigrationStep = async (db) => {
  await db.schema
    .createTable('known_project')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('account_name', 'text')
    .addColumn('internal_url', 'text')
    .addColumn('portal_url', 'text')
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('known_task')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_internal', 'integer')
    .addColumn('deleted_at', 'bigint')
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('known_task_project').on('known_task').column('project_uuid').execute()
}

const delivery: MigrationStep = async (db, engine) => {
  await db.schema
    .createTable('delivery')
    .addColumn('id', engine.sequence, (column) => column.primaryKey())
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('object_uuid', 'text', (column) => column.notNull())
    .addColumn('op', 'text', (column) => column.notNull())
    .addColumn('on_kind', 'text')
    .addColumn('on_uuid', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('inbox_id', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint')
    .addColumn('ts', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addUniqueConstraint('delivery_once', ['channel', 'kind', 'object_uuid'])
    .execute()
  await db.schema.createIndex('delivery_object').on('delivery').columns(['kind', 'object_uuid']).execute()
  await db.schema.createIndex('delivery_message').on('delivery').columns(['channel', 'ts']).execute()
}

const reply: MigrationStep = async (db, engine) => {
  await db.schema
    .createTable('reply')
    .addColumn('id', engine.sequence, (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('ts', 'text')
    .addColumn('thread_ts', 'text')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_uuid', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull().defaultTo(sql`'[]'`))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('request_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .execute()
  await db.schema
    .createTable('reply_comment')
    .addColumn('reply_id', 'bigint', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('task_uuid', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint')
    .addColumn('comment_uuid', 'text')
    .addPrimaryKeyConstraint('reply_comment_key', ['reply_id', 'part'])
    .execute()
  await db.schema.createIndex('reply_comment_uuid').on('reply_comment').column('comment_uuid').execute()
  await db.schema
    .createIndex('reply_comment_task')
    .on('reply_comment')
    .columns(['task_uuid', 'state'])
    .execute()
}

const setting: MigrationStep = async (db) => {
  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

const burst: MigrationStep = async (db) => {
  await db.schema
    .createTable('known_module')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('project_uuid', 'text', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull())
    .execute()
  // What changes the same message; what a channel was told lately.
  await db.schema.createIndex('delivery_target').on('delivery').columns(['channel', 'on_uuid']).execute()
  await db.schema.createIndex('delivery_recent').on('delivery').columns(['channel', 'created_at']).execute()
}

const audience: MigrationStep = async (db) => {
  const flag = (name: string) =>
    db.schema
      .alterTable('subscription')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  await flag('shared_when_made')
  await flag('confirmed_at')
}

const channelSetting: MigrationStep = async (db) => {
  await db.schema
    .createTable('channel_setting')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
}

export const botMigrations: Record<string, MigrationStep> = {
  '2026-11-21-bot-1-inbox': inbox,
  '2026-11-21-bot-2-subscription': subscription,
  '2026-11-21-bot-3-known': known,
  '2026-11-21-bot-4-delivery': delivery,
  '2026-11-21-bot-5-reply': reply,
  '2026-11-21-bot-6-setting': setting,
  '2026-11-21-bot-7-burst': burst,
  '2026-11-21-bot-8-project-request': projectRequest,
  '2026-11-21-bot-9-audience': audience,
  '2026-11-21-bot-a-channel-setting': channelSetting,
  '2026-11-21-bot-work-objects': workObjects,
  '2026-11-21-bot-d-1-held-post': heldPost,
  '2026-11-21-bot-d-2-digest': digest,
  '2026-11-21-bot-d-3-channel-digest': channelDigest,
  '2026-11-21-bot-d-4-live-card': liveCard,
  '2026-11-21-bot-f1-people': people,
  '2026-11-21-bot-f2-retention': retention,
  '2026-11-21-bot-f3-inbox-project': inboxProject,
}
