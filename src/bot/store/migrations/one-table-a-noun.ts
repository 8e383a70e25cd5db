import { type Kysely, sql } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'

/** Two tables become one. A row may have been in either alone. */
interface Merge {
  table: string
  state: string
  /** Column: its type, and its value out of `known` and `state`. */
  columns: Readonly<Record<string, readonly [type: string, value: string]>>
  indexes: Readonly<Record<string, string>>
}

const either = (column: string, other = column) => `coalesce(known.${column}, state.${other})`
const uuid = ['text primary key', either('uuid')] as const
const from = (table: 'known' | 'state', type: string, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, [type, `${table}.${column}`] as const]))

const merges: readonly Merge[] = [
  {
    table: 'known_project',
    state: 'project_state',
    columns: {
      uuid,
      ...from('known', 'text', ['name', 'account_name', 'account_id', 'internal_url', 'portal_url']),
      ...from('state', 'text', ['next_task_uuid', 'last_event', 'last_by']),
      ...from('state', 'bigint', ['last_at']),
    },
    indexes: {},
  },
  {
    table: 'known_task',
    state: 'task_state',
    columns: {
      uuid,
      project_uuid: ['text not null', either('project_uuid')],
      ...from('known', 'text', ['name', 'module_name']),
      ...from('known', 'integer', ['is_internal']),
      ...from('known', 'bigint', ['deleted_at']),
      ...from('state', 'integer', ['completed']),
      ...from('state', 'text', ['due_date', 'assignee_name']),
      ...from('state', 'bigint', ['done_at', 'assigned_at']),
      seen_at: ['bigint not null', either('seen_at')],
    },
    indexes: { known_task_project: 'project_uuid' },
  },
  {
    table: 'known_comment',
    state: 'comment_state',
    columns: {
      uuid,
      task_uuid: ['text not null', either('task_uuid')],
      ...from('known', 'text', ['author_name', 'text', 'replied_to_uuid']),
      created_at: ['bigint not null', either('created_at', 'at')],
      ...from('known', 'bigint', ['edited_at', 'deleted_at']),
      ...from('state', 'text', ['project_uuid']),
      ...from('state', 'integer', ['by_customer']),
      heard_at: ['bigint', 'state.seen_at'],
    },
    indexes: { known_comment_task: 'task_uuid, created_at', known_comment_project: 'project_uuid, heard_at' },
  },
]

const merge = async (db: Kysely<unknown>, { table, state, columns, indexes }: Merge): Promise<void> => {
  const run = (text: string) => sql.raw(text).execute(db)
  const all = Object.entries(columns)
  await run(`create table ${table}_merged (${all.map(([name, [type]]) => `${name} ${type}`).join(', ')})`)
  await run(`insert into ${table}_merged (${Object.keys(columns).join(', ')})
    select ${all.map(([, [, value]]) => value).join(', ')}
    from ${table} known full join ${state} state on state.uuid = known.uuid`)
  await run(`drop table ${table}`)
  await run(`drop table ${state}`)
  await run(`alter table ${table}_merged rename to ${table}`)
  for (const [name, on] of Object.entries(indexes)) await run(`create index ${name} on ${table} (${on})`)
}

const mergeAll = async (db: Kysely<unknown>): Promise<void> => {
  for (const one of merges) await merge(db, one)
}

/** SQLite's migrations run outside of a transaction, and half of this one would be rows in neither table. */
const oneTableANoun: MigrationStep = (db) =>
  db.isTransaction ? mergeAll(db) : db.transaction().execute(mergeAll)

export const oneTableMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-1-one-table-a-noun': oneTableANoun,
}
