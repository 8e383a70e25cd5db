import { sql as raw } from 'kysely'
import { type Migrations, type MigrationStep, running } from '../../database/migrate.ts'
import { lanes } from '../../lanes/tables.ts'

const tables: readonly string[] = [
  `create table account (
    id {sequence}, uuid text not null, org text not null, name text not null)`,
  'create unique index account_org_name on account (org, name)',
  'create unique index account_uuid on account (uuid)',
  `create table api_key (
    uuid text not null, org text not null, hash text not null, label text not null,
    person_uuid text not null, created_at bigint not null, deactivated_at bigint)`,
  'create unique index api_key_hash on api_key (hash)',
  `create table api_session (
    hash text not null, key_uuid text not null, expires_at bigint not null)`,
  'create index api_session_expires_at on api_session (expires_at)',
  'create unique index api_session_hash on api_session (hash)',
  `create table api_usage (
    org text not null, period text not null, used bigint not null)`,
  'create unique index api_usage_org_period on api_usage (org, period)',
  `create table comment (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null, task_uuid text not null,
    created_by text not null, message_plain text not null, replied_to text,
    created_at bigint not null, edited_at bigint)`,
  'create index comment_org_created_at on comment (org, created_at)',
  // Finds the last comments of each task of a project without reading the others' texts.
  'create index comment_project_uuid_task_uuid_created_at_id on comment (project_uuid, task_uuid, created_at, id)',
  'create index comment_task_uuid on comment (task_uuid)',
  'create unique index comment_uuid on comment (uuid)',
  `create table data_field (
    id {sequence}, uuid text not null, org text not null, name text not null, object_type text not null,
    kind text not null, choices text not null, is_archived integer not null)`,
  'create index data_field_org_id on data_field (org, id)',
  'create unique index data_field_uuid on data_field (uuid)',
  `create table data_field_value (
    uuid text not null, org text not null, field_uuid text not null, project_uuid text not null,
    value text not null)`,
  'create unique index data_field_value_project_uuid_field_uuid on data_field_value (project_uuid, field_uuid)',
  'create unique index data_field_value_uuid on data_field_value (uuid)',
  `create table event (
    id {sequence}, org text not null, name text not null, body text not null, created_at bigint not null)`,
  'create index event_created_at on event (created_at)',
  `create table external_link (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null,
    integration_uuid text not null, external_id text not null, external_type text, external_label text,
    external_link text)`,
  'create index external_link_org_external_id on external_link (org, external_id)',
  'create index external_link_project_uuid on external_link (project_uuid)',
  `create table integration (
    uuid text not null, org text not null, name text not null)`,
  'create unique index integration_org_uuid on integration (org, uuid)',
  `create table module (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null, name text not null,
    portal_name text not null, created_by text not null, modified_by text not null,
    position integer not null, is_archived integer not null, created_at bigint not null,
    modified_at bigint not null)`,
  'create index module_project_uuid on module (project_uuid)',
  'create unique index module_uuid on module (uuid)',
  // What the vendor's team writes down about a project.
  `create table note (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null, created_by text not null,
    message_plain text not null, created_at bigint not null, edited_at bigint)`,
  'create index note_project_uuid_created_at_id on note (project_uuid, created_at, id)',
  'create unique index note_uuid on note (uuid)',
  `create table organization (
    uuid text not null, name text not null,
    last_event_at bigint not null default 0)`,
  'create unique index organization_uuid on organization (uuid)',
  // How people sign in to the web pages. Only hashes of sessions, links and passwords are stored.
  `create table page_session (
    hash text not null, org text not null, person_uuid text not null, side text not null,
    expires_at bigint not null)`,
  'create index page_session_expires_at on page_session (expires_at)',
  'create unique index page_session_hash on page_session (hash)',
  'create index page_session_person_uuid on page_session (person_uuid)',
  `create table person (
    id {sequence}, uuid text not null, org text not null, first_name text not null, last_name text not null,
    email text not null, role text not null, account_uuid text, is_active integer not null,
    name_key text not null default '')`,
  'create index person_email on person (email)',
  'create index person_org_account_uuid_id on person (org, account_uuid, id)',
  'create unique index person_org_email on person (org, email)',
  // A search by a part of a name reads this index, and then only the rows that match.
  'create index person_org_id_name_key_email on person (org, id, name_key, email)',
  'create index person_org_name_key on person (org, name_key)',
  'create index person_org_role_id on person (org, role, id)',
  'create unique index person_uuid on person (uuid)',
  `create table person_password (
    person_uuid text not null, org text not null, hash text not null, set_at bigint not null)`,
  'create index person_password_org on person_password (org)',
  'create unique index person_password_person_uuid on person_password (person_uuid)',
  `create table playbook (
    id {sequence}, uuid text not null, org text not null, name text not null, name_search text not null,
    description text not null, state text not null, content text not null, version integer not null,
    is_archived integer not null, duration_days integer not null, created_at bigint not null)`,
  'create index playbook_org_id on playbook (org, id)',
  'create unique index playbook_uuid on playbook (uuid)',
  `create table project (
    id {sequence}, uuid text not null, org text not null, name text not null, name_search text not null,
    description text not null, account_uuid text not null, owner_uuid text not null,
    playbook_uuid text not null, state text not null, start_date text not null, due_date text not null,
    created_by text not null, completed_by text, archived_by text, created_at bigint not null,
    version bigint not null, completed_at bigint, archived_at bigint, value double precision)`,
  'create index project_org_account_uuid_id on project (org, account_uuid, id)',
  'create index project_org_completed_at on project (org, completed_at)',
  'create index project_org_id on project (org, id)',
  // A search by a part of a name and its total read this index.
  'create index project_org_name_search on project (org, name_search)',
  'create index project_org_state_id on project (org, state, id)',
  'create unique index project_uuid on project (uuid)',
  `create table project_member (
    org text not null, project_uuid text not null, person_uuid text not null)`,
  'create unique index project_member_project_uuid_person_uuid on project_member (project_uuid, person_uuid)',
  `create table sign_in_guess (
    who text not null, tries bigint not null, until bigint not null)`,
  'create index sign_in_guess_until on sign_in_guess (until)',
  'create unique index sign_in_guess_who on sign_in_guess (who)',
  // Where each account signed in from. Such an address is not locked out by others' guesses.
  `create table sign_in_known (
    who text not null, until bigint not null)`,
  'create index sign_in_known_until on sign_in_known (until)',
  'create unique index sign_in_known_who on sign_in_known (who)',
  `create table sign_in_link (
    hash text not null, org text not null, person_uuid text not null,
    expires_at bigint not null)`,
  'create index sign_in_link_expires_at on sign_in_link (expires_at)',
  'create unique index sign_in_link_hash on sign_in_link (hash)',
  'create index sign_in_link_person_uuid on sign_in_link (person_uuid)',
  `create table subtask (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null, task_uuid text not null,
    name text not null, description text not null, status text not null, configuration text not null,
    response text, answered_by text, assignee_uuid text,
    position integer not null, answered_at bigint)`,
  'create index subtask_project_uuid on subtask (project_uuid)',
  'create index subtask_task_uuid on subtask (task_uuid)',
  'create unique index subtask_uuid on subtask (uuid)',
  `create table task (
    id {sequence}, uuid text not null, org text not null, project_uuid text not null, module_uuid text not null,
    name text not null, detail text not null, status text not null, created_by text not null,
    modified_by text not null, role text, assignee_uuid text, scheduled_start_date text, due_date text,
    completed_by text, position integer not null, is_internal integer not null,
    is_archived integer not null, in_order integer not null, collect_feedback integer not null,
    require_all_answered integer not null, created_at bigint not null, started_at bigint,
    completed_at bigint, assigned_at bigint)`,
  'create index task_assignee_uuid on task (assignee_uuid)',
  'create index task_project_uuid on task (project_uuid)',
  'create unique index task_uuid on task (uuid)',
  `create table webhook (
    id {sequence}, uuid text not null, org text not null, event_code text not null, hook_url text not null,
    legacy integer not null, created_at bigint not null, one_attempt_since bigint,
    aside_in_row integer not null default 0)`,
  'create unique index webhook_org_legacy_event_code_hook_url on webhook (org, legacy, event_code, hook_url)',
  `create table webhook_delivery (
    id {sequence}, org text not null, webhook_uuid text not null, state text not null, last_error text,
    attempts integer not null, event_id bigint not null, created_at bigint not null, settled_at bigint)`,
  // Retention finds what to delete without reading the rest.
  `create index webhook_delivery_delivered on webhook_delivery (settled_at) where state = 'delivered'`,
  'create index webhook_delivery_event_id on webhook_delivery (event_id)',
  `create index webhook_delivery_open on webhook_delivery (org, id) where state <> 'delivered'`,
]

const removedMessages: readonly string[] = [
  `create table removed_message (
    uuid text not null, org text not null, project_uuid text not null, task_uuid text,
    created_at bigint not null, removed_by text not null, removed_at bigint not null)`,
  'create index removed_message_project_uuid on removed_message (project_uuid, created_at)',
  'create unique index removed_message_uuid on removed_message (uuid)',
]

/** Texts with an index of all parts of three characters. */
const indexed = { project: 'name_search', person: 'name_key, email' } as const

const onSqlite = Object.entries(indexed).flatMap(([table, texts]) => {
  const search = `search_${table}`
  const values = texts.replaceAll(/\w+/g, 'new.$&')
  return [
    `create virtual table ${search} using fts5(${texts}, content='', contentless_delete=1, tokenize='trigram')`,
    `insert into ${search} (rowid, ${texts}) select id, ${texts} from ${table}`,
    `create trigger ${search}_added after insert on ${table} begin
      insert into ${search} (rowid, ${texts}) values (new.id, ${values}); end`,
    `create trigger ${search}_changed after update of ${texts} on ${table} begin
      delete from ${search} where rowid = old.id;
      insert into ${search} (rowid, ${texts}) values (new.id, ${values}); end`,
    `create trigger ${search}_removed after delete on ${table} begin
      delete from ${search} where rowid = old.id; end`,
  ]
})

/** An operator may not allow the extension. Searches then read every name, as before. */
const onPostgres = `do $$ begin
  create extension if not exists pg_trgm;
  create index project_name_search_part on project using gin (name_search gin_trgm_ops);
  create index person_name_key_part on person using gin (name_key gin_trgm_ops);
  create index person_email_part on person using gin (email gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available';
end $$`

const indexNames: MigrationStep = async (sql, { name }) => {
  for (const statement of name === 'sqlite' ? onSqlite : [onPostgres]) await raw.raw(statement).execute(sql)
}

/** A step never imports today's lists (events, states): it has its own copy, which never changes. */
export const migrations: Migrations = {
  program: 'service',
  steps: {
    ...lanes,
    '2026-11-25-service-schema': running(tables),
    '2026-11-28-service-removed-messages': running(removedMessages),
    '2026-11-28-service-search': indexNames,
    '2026-11-28-service-whose-turn': running(['alter table task add column settled_at bigint']),
  },
}
