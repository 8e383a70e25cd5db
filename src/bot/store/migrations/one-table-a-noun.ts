import type { Kysely } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

const project = `uuid text primary key, name text, account_name text, account_id text, internal_url text,
  portal_url text, next_task_uuid text, last_event text, last_by text, last_at bigint`

const task = `uuid text primary key, project_uuid text not null, name text, is_internal integer, module_name text,
  deleted_at bigint, completed integer, done_at bigint, due_date text, assignee_name text, assigned_at bigint,
  seen_at bigint not null`

const comment = `uuid text primary key, task_uuid text not null, author_name text, text text, replied_to_uuid text,
  created_at bigint not null, edited_at bigint, deleted_at bigint, project_uuid text, by_customer integer,
  heard_at bigint`

/** A row may be in only one of the tables. */
const merge = (table: string, state: string, columns: string, values: string): string[] => [
  `create table ${table}_merged (${columns})`,
  `insert into ${table}_merged select coalesce(known.uuid, state.uuid), ${values}
    from ${table} known full join ${state} state on state.uuid = known.uuid`,
  `drop table ${table}`,
  `drop table ${state}`,
  `alter table ${table}_merged rename to ${table}`,
]

const mergeAll = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    ...merge(
      'known_project',
      'project_state',
      project,
      `name, account_name, account_id, internal_url, portal_url, next_task_uuid, last_event, last_by, last_at`,
    ),
    ...merge(
      'known_task',
      'task_state',
      task,
      `coalesce(known.project_uuid, state.project_uuid), name, is_internal, module_name, deleted_at, completed,
        done_at, due_date, assignee_name, assigned_at, coalesce(known.seen_at, state.seen_at)`,
    ),
    'create index known_task_project on known_task (project_uuid)',
    ...merge(
      'known_comment',
      'comment_state',
      comment,
      `coalesce(known.task_uuid, state.task_uuid), author_name, text, replied_to_uuid,
        coalesce(known.created_at, state.at), edited_at, deleted_at, state.project_uuid, by_customer, state.seen_at`,
    ),
    'create index known_comment_task on known_comment (task_uuid, created_at)',
    'create index known_comment_project on known_comment (project_uuid, heard_at)',
  )

export const oneTableMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-1-one-table-a-noun': mergeAll,
}
