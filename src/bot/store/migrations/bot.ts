import { type Kysely, sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'

export const run = async (db: Kysely<unknown>, ...statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const botMigrations: Record<string, MigrationStep> = {
  '2026-11-21-bot-1-inbox': (db, { sequence }) =>
    run(
      db,
      `create table inbox (id ${sequence} primary key, dedupe_key text not null unique, event_name text not null,
        object_uuid text, project_uuid text, body text not null, received_at bigint not null, state text not null,
        outcome text, handled_at bigint)`,
      'create index inbox_state on inbox (state, id)',
    ),
  '2026-11-21-bot-2-subscription': (db) =>
    run(
      db,
      `create table subscription (channel text not null, scope text not null, target text not null,
        label text not null, events text not null, created_by text not null, created_at bigint not null,
        paused_at bigint, paused_reason text,
        constraint subscription_key primary key (channel, scope, target))`,
      'create index subscription_target on subscription (scope, target)',
    ),
  '2026-11-21-bot-3-known': (db) =>
    run(
      db,
      `create table known_project (uuid text primary key, name text not null, account_name text,
        internal_url text, portal_url text, seen_at bigint not null)`,
      `create table known_task (uuid text primary key, project_uuid text not null, name text not null,
        is_internal integer, deleted_at bigint, seen_at bigint not null)`,
      'create index known_task_project on known_task (project_uuid)',
    ),
  '2026-11-21-bot-4-delivery': (db, { sequence }) =>
    run(
      db,
      `create table delivery (id ${sequence} primary key, uuid text not null unique, channel text not null,
        kind text not null, object_uuid text not null, op text not null, on_kind text, on_uuid text,
        facts text not null, inbox_id bigint, state text not null, attempted_at bigint, ts text, error text,
        created_at bigint not null, settled_at bigint,
        constraint delivery_once unique (channel, kind, object_uuid))`,
      'create index delivery_object on delivery (kind, object_uuid)',
      'create index delivery_message on delivery (channel, ts)',
    ),
  '2026-11-21-bot-5-reply': (db, { sequence }) =>
    run(
      db,
      `create table reply (id ${sequence} primary key, source text not null unique, channel text not null,
        ts text, thread_ts text, user_id text not null, task_uuid text not null, text text not null,
        files text not null default '[]', state text not null, error text, request_id text,
        created_at bigint not null, settled_at bigint)`,
      `create table reply_comment (reply_id bigint not null, part integer not null, task_uuid text not null,
        body text not null, state text not null, attempted_at bigint, comment_uuid text,
        constraint reply_comment_key primary key (reply_id, part))`,
      'create index reply_comment_uuid on reply_comment (comment_uuid)',
      'create index reply_comment_task on reply_comment (task_uuid, state)',
    ),
  '2026-11-21-bot-6-setting': (db) =>
    run(db, 'create table setting (key text primary key, value text not null)'),
  // Indexes for the changes of a message, and for a channel's recent messages.
  '2026-11-21-bot-7-burst': (db) =>
    run(
      db,
      'create table known_module (uuid text primary key, project_uuid text not null, progress integer not null)',
      'create index delivery_target on delivery (channel, on_uuid)',
      'create index delivery_recent on delivery (channel, created_at)',
    ),
  '2026-11-21-bot-8-project-request': (db, { sequence }) =>
    run(
      db,
      `create table project_request (id ${sequence} primary key, source text not null unique,
        user_id text not null, project_name text not null, form text not null, state text not null,
        lane text not null, external_id text not null, tries integer not null, project_uuid text, error text,
        request_id text, attempted_at bigint, created_at bigint not null, settled_at bigint)`,
      'create index project_request_project on project_request (project_uuid)',
    ),
  '2026-11-21-bot-9-audience': (db) =>
    run(
      db,
      'alter table subscription add column shared_when_made bigint not null default 0',
      'alter table subscription add column confirmed_at bigint not null default 0',
    ),
  '2026-11-21-bot-a-channel-setting': (db) =>
    run(
      db,
      `create table channel_setting (channel text primary key, settings text not null, changed_by text not null,
        changed_at bigint not null)`,
    ),
  // `reply_task` finds a task's replies whose comments no event has announced yet.
  '2026-11-21-bot-work-objects': (db) =>
    run(
      db,
      `create table known_comment (uuid text primary key, task_uuid text not null, author_name text not null,
        text text not null, replied_to_uuid text, created_at bigint not null, edited_at bigint, deleted_at bigint)`,
      'create index known_comment_task on known_comment (task_uuid, created_at)',
      'create index reply_task on reply (task_uuid, created_at)',
      `create table work_object_view (user_id text not null, ref text not null, channel text not null,
        seen_at bigint not null, constraint work_object_view_key primary key (user_id, ref))`,
    ),
  '2026-11-21-bot-d-1-held-post': (db, { sequence }) =>
    run(
      db,
      `create table held_post (id ${sequence} primary key, delivery_id bigint not null unique,
        channel text not null, released integer not null, held_at bigint not null)`,
      'create index held_post_channel on held_post (channel, id)',
    ),
  '2026-11-21-bot-d-2-digest': (db) =>
    run(
      db,
      `create table task_state (uuid text primary key, project_uuid text not null, completed integer not null,
        done_at bigint, due_date text, assignee_name text, assigned_at bigint, seen_at bigint not null)`,
      'create index task_state_project on task_state (project_uuid)',
      `create table comment_state (uuid text primary key, task_uuid text not null, project_uuid text not null,
        by_customer integer not null, at bigint not null, seen_at bigint not null)`,
      'create index comment_state_task on comment_state (task_uuid, at)',
      'create index comment_state_project on comment_state (project_uuid, seen_at)',
      `create table project_state (uuid text primary key, next_task_uuid text, last_event text, last_by text,
        last_at bigint)`,
    ),
  '2026-11-21-bot-d-3-channel-digest': (db) =>
    run(db, 'create table channel_digest (channel text primary key, since bigint not null)'),
  '2026-11-21-bot-d-4-live-card': (db) =>
    run(
      db,
      `create table live_card (channel text not null, project_uuid text not null, pinned_by text not null,
        pinned_at bigint not null, shared_when_made integer not null, shown text,
        constraint live_card_key primary key (channel, project_uuid))`,
      'create index live_card_project on live_card (project_uuid)',
    ),
  // Links between tracker users and Slack members, and what people were told of their replies' readers.
  '2026-11-21-bot-f1-people': (db) =>
    run(
      db,
      `create table person_link (tracker_uuid text primary key, slack_user text, set_by text not null,
        set_at bigint not null)`,
      'create index person_link_slack on person_link (slack_user)',
      `create table receipt (channel text not null, thread_ts text not null, user_id text not null,
        readers text not null, told_at bigint not null,
        constraint receipt_key primary key (channel, thread_ts, user_id))`,
    ),
  // Indexes for retention, so that the daily pass reads only old rows.
  '2026-11-21-bot-f2-retention': (db) =>
    run(
      db,
      'create index inbox_handled on inbox (handled_at)',
      'create index reply_settled on reply (settled_at)',
      'create index delivery_settled on delivery (settled_at)',
    ),
  // `/onboard set` looks for a project's newest event.
  '2026-11-21-bot-f3-inbox-project': (db) =>
    run(db, 'create index inbox_project on inbox (project_uuid, id)'),
  // Filters and mutes of channels.
  '2026-11-21-bot-c1-channel-filter': (db) =>
    run(
      db,
      `create table channel_filter (channel text primary key, filters text not null, changed_by text not null,
        changed_at bigint not null)`,
      `create table channel_mute (channel text primary key, muted_until bigint, muted_by text not null,
        muted_at bigint not null)`,
      `create table module_name (project_uuid text not null, name text not null, seen_at bigint not null,
        constraint module_name_key primary key (project_uuid, name))`,
    ),
  '2026-11-21-bot-c2-account': (db) =>
    run(
      db,
      'alter table subscription add column account_id text',
      'alter table subscription add column account_lost_at bigint',
      'alter table known_project add column account_id text',
    ),
  '2026-11-21-bot-c3-home-viewer': (db) =>
    run(db, 'create table home_viewer (user_id text primary key, opened_at bigint not null)'),
  '2026-11-21-bot-c4-task-module': (db) => run(db, 'alter table known_task add column module_name text'),
}
