import { type Migrations, running } from '../../database/migrate.ts'
import { lanes } from '../../lanes/tables.ts'

const owned = 'installation_id bigint not null check (installation_id > 0)'
/** The installation 0 is the whole bot. */
const ownedOrWhole = 'installation_id bigint not null check (installation_id >= 0)'

/**
 * With parameters instead of its literals, neither engine uses an index that has a condition. Once an index has
 * `state = 'failed'`, SQLite plans each statement with `state = ?` again for every run, so the conditions here are others.
 */
export const tables: readonly string[] = [
  `create table channel_digest (
    ${owned}, channel text not null, since bigint not null, primary key (installation_id, channel))`,
  `create table channel_mute (
    ${owned}, channel text not null, muted_until bigint, muted_by text not null,
    muted_at bigint not null, primary key (installation_id, channel))`,
  `create table channel_setting (
    ${owned}, channel text not null, settings text not null, changed_by text not null,
    changed_at bigint not null, primary key (installation_id, channel))`,
  `create table connection (
    id {sequence}, base_url text, api_key text, integration_uuid text, api_user_uuid text, hook_secret text,
    hook_secret_hash text unique, created_by text, created_at bigint, state text not null,
    problem text)`,
  `create table post (
    id {sequence}, ${owned}, uuid text not null, channel text not null, kind text not null,
    object_uuid text not null, on_kind text, on_uuid text, facts text not null, form text not null,
    wanted integer not null, shown integer not null, inbox_id bigint, change_id bigint, state text not null,
    attempted_at bigint, ts text, error text, created_at bigint not null, settled_at bigint, changed_at bigint,
    unique (installation_id, uuid),
    unique (installation_id, channel, kind, object_uuid))`,
  'create index post_error on post (installation_id, channel, created_at) where error is not null',
  'create index post_message on post (installation_id, channel, ts)',
  'create index post_object on post (installation_id, kind, object_uuid)',
  // Which installations are in a channel is asked for the whole bot.
  'create index post_recent on post (channel, installation_id, created_at)',
  'create index post_settled on post (installation_id, settled_at)',
  'create index post_target on post (installation_id, channel, on_uuid)',
  `create table inbox (
    id {sequence}, ${owned}, dedupe_key text not null, event_name text not null, object_uuid text,
    project_uuid text, body text not null, received_at bigint not null, state text not null,
    outcome text, handled_at bigint, unique (installation_id, dedupe_key))`,
  // Most webhooks are comments. A new one is in none of these indexes, because each index makes storing it slower.
  'create index inbox_handled on inbox (installation_id, handled_at) where handled_at is not null',
  // `/onboard set` looks for a project's newest event.
  `create index inbox_project on inbox (installation_id, project_uuid, id)
    where event_name in ('project_created', 'project_updated', 'project_completed', 'project_archived')`,
  `create index inbox_state on inbox (installation_id, state, id) where state = 'aside'`,
  `create table installation (
    id {sequence}, enterprise_id text not null, team_id text not null, team_name text not null,
    is_org integer not null, bot_user_id text, bot_token text,
    scopes text not null,
    installed_by text, installed_at bigint, state text not null, state_at bigint not null, reason text,
    connection_id bigint, unique (enterprise_id, team_id))`,
  'create index installation_bot on installation (bot_user_id)',
  'create index installation_connection on installation (connection_id)',
  'create index installation_team on installation (team_id)',
  `create table known_comment (
    ${owned}, uuid text not null, task_uuid text not null, author_name text not null, text text not null,
    created_at bigint not null, deleted_at bigint,
    project_uuid text, by_customer integer, heard_at bigint, primary key (installation_id, uuid))`,
  `create index known_comment_mention on known_comment (installation_id, created_at)
    where deleted_at is null and text like '%@%'`,
  'create index known_comment_project on known_comment (installation_id, project_uuid, heard_at)',
  // Reports and digests ask of each task who wrote last. With the side in the index, they read no comments.
  'create index known_comment_task on known_comment (installation_id, task_uuid, created_at, by_customer)',
  `create index known_comment_worded on known_comment (installation_id, created_at)
    where deleted_at is null and text <> '(no longer kept)'`,
  `create table known_module (
    ${owned}, uuid text not null, project_uuid text not null, progress integer not null,
    primary key (installation_id, uuid))`,
  `create table known_project (
    ${owned}, uuid text not null, name text, account_name text, account_id text, internal_url text,
    portal_url text, next_task_uuid text, is_over integer,
    primary key (installation_id, uuid))`,
  'create index known_project_account on known_project (installation_id, account_name)',
  'create index known_project_account_id on known_project (installation_id, account_id)',
  `create table known_task (
    ${owned}, uuid text not null, project_uuid text not null, name text not null, is_internal integer,
    module_name text, deleted_at bigint, completed integer, done_at bigint, done_by text, due_date text,
    assignee_name text, assigned_at bigint, seen_at bigint not null, primary key (installation_id, uuid))`,
  `create index known_task_assignee on known_task (installation_id, assignee_name, due_date)
    where completed < 1 and deleted_at is null`,
  'create index known_task_project on known_task (installation_id, project_uuid)',
  `create table made_channel (
    ${owned}, project_uuid text not null, name text not null, is_private integer not null,
    asked_by text not null, asked_in text, people text not null, taken text not null,
    state text not null, channel text, attempted_at bigint, invitations text not null, shared_at bigint,
    created_at bigint not null, primary key (installation_id, project_uuid))`,
  'create index made_channel_channel on made_channel (installation_id, channel)',
  `create table module_name (
    ${owned}, project_uuid text not null, name text not null, seen_at bigint not null,
    primary key (installation_id, project_uuid, name))`,
  `create table person_link (
    ${owned}, tracker_uuid text not null, slack_user text, set_by text not null, set_at bigint not null,
    primary key (installation_id, tracker_uuid))`,
  'create index person_link_slack on person_link (installation_id, slack_user)',
  `create table project_request (
    id {sequence}, ${owned}, source text not null, user_id text not null, project_name text not null,
    form text not null, state text not null, lane text not null, external_id text not null,
    tries integer not null, project_uuid text, error text, request_id text, attempted_at bigint,
    created_at bigint not null, settled_at bigint, unique (installation_id, source))`,
  'create index project_request_project on project_request (installation_id, project_uuid)',
  `create table reply (
    id {sequence}, ${owned}, source text not null, channel text not null, ts text, thread_ts text,
    user_id text not null, task_uuid text not null, text text not null,
    files text not null default '[]', state text not null, error text, request_id text,
    created_at bigint not null, settled_at bigint, reaction text not null default '',
    reacted text not null default '', leftover text not null default '',
    unique (installation_id, source))`,
  `create index reply_failed on reply (installation_id, channel) where state in ('refused', 'unconfirmed')`,
  // The few replies whose messages bear another reaction than they should.
  'create index reply_reaction on reply (installation_id, id) where reaction <> reacted',
  `create index reply_leftover on reply (installation_id, id) where leftover <> ''`,
  'create index reply_settled on reply (installation_id, settled_at)',
  'create index reply_task on reply (installation_id, task_uuid, created_at)',
  `create table reply_comment (
    ${owned}, reply_id bigint not null, part integer not null, task_uuid text not null,
    body text not null, state text not null, attempted_at bigint, comment_uuid text,
    primary key (installation_id, reply_id, part))`,
  'create index reply_comment_task on reply_comment (installation_id, task_uuid, state)',
  'create index reply_comment_uuid on reply_comment (installation_id, comment_uuid)',
  `create table setting (
    ${ownedOrWhole}, key text not null,
    value text not null, primary key (installation_id, key))`,
  `create table subscription (
    ${owned}, channel text not null, scope text not null, target text not null, label text not null,
    events text not null, created_by text not null, created_at bigint not null, paused_at bigint,
    paused_reason text, readers text not null default '',
    confirmed_at bigint not null default 0, account_id text, account_name text,
    primary key (installation_id, channel, scope, target))`,
  'create index subscription_account on subscription (installation_id, account_id)',
  `create index subscription_by_list on subscription (installation_id)
    where scope <> 'all' and (scope <> 'project' or target not like '%-%-%-%-%')`,
  'create index subscription_channel on subscription (channel, installation_id)',
  'create index subscription_target on subscription (installation_id, scope, target)',
  `create table task_thread (
    ${owned}, channel text not null, thread_ts text not null, task_uuid text not null,
    joined_by text not null, joined_at bigint not null, left_at bigint,
    primary key (installation_id, channel, thread_ts))`,
  'create index task_thread_task on task_thread (installation_id, channel, task_uuid, joined_at)',
  // What the environment names, as connection 1 and installation 1. Its secrets stay there.
  `insert into connection (state) values ('untried')`,
  `insert into installation (enterprise_id, team_id, team_name, is_org, scopes, state, state_at, connection_id)
    values ('', '', '', 0, '[]', 'active', 0, 1)`,
]

const listedTasks: readonly string[] = [
  'alter table known_project add column listed_at bigint',
  'create index known_project_unlisted on known_project (installation_id, is_over) where listed_at is null',
  'create index known_project_listed on known_project (installation_id, listed_at) where listed_at > 0',
]

const whoseTurn: readonly string[] = [
  'alter table known_task add column answered_since bigint',
  'alter table known_task add column answered_at bigint',
  'alter table known_task add column settled_at bigint',
]

const wordsSent: readonly string[] = [
  'alter table reply add column sent text',
  'create index reply_sent on reply (installation_id, sent) where sent is not null',
]

/** A step never reads what today's code lists (events, settings): it carries its own values, which stay what they were. */
export const migrations: Migrations = {
  program: 'bot',
  steps: {
    ...lanes,
    '2026-11-25-bot-schema': running(tables),
    '2026-11-28-listed-tasks': running(listedTasks),
    '2026-11-28-whose-turn': running(whoseTurn),
    '2026-11-28-words-sent': running(wordsSent),
  },
}
