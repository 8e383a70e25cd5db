import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database/engine.ts'
import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

/** A table's primary key, unique columns, and indexes, as they were. Each now begins with the installation. */
interface Shape {
  readonly key: string
  readonly unique?: readonly string[]
  readonly indexes?: Readonly<Record<string, string>>
}

/** Ids come from one sequence and are unique by themselves. */
const ids = 'id'

const shapes: Readonly<Record<string, Shape>> = {
  channel_digest: { key: 'channel' },
  channel_mute: { key: 'channel' },
  channel_setting: { key: 'channel' },
  delivery: {
    key: ids,
    unique: ['uuid', 'channel, kind, object_uuid'],
    indexes: {
      delivery_object: '(installation_id, kind, object_uuid)',
      delivery_message: '(installation_id, channel, ts)',
      delivery_target: '(installation_id, channel, on_uuid)',
      delivery_recent: '(installation_id, channel, created_at)',
      delivery_settled: '(installation_id, settled_at)',
    },
  },
  held_post: {
    key: ids,
    unique: ['delivery_id'],
    indexes: { held_post_channel: '(installation_id, channel, id)' },
  },
  home_viewer: { key: 'user_id' },
  hook_secret: { key: 'target, event, secret' },
  inbox: {
    key: ids,
    unique: ['dedupe_key'],
    indexes: {
      inbox_state: '(installation_id, state, id)',
      inbox_handled: '(installation_id, handled_at)',
      inbox_project: '(installation_id, project_uuid, id)',
    },
  },
  known_comment: {
    key: 'uuid',
    indexes: {
      known_comment_task: '(installation_id, task_uuid, created_at)',
      known_comment_project: '(installation_id, project_uuid, heard_at)',
    },
  },
  known_module: { key: 'uuid' },
  known_project: { key: 'uuid' },
  known_task: { key: 'uuid', indexes: { known_task_project: '(installation_id, project_uuid)' } },
  live_card: {
    key: 'channel, project_uuid',
    indexes: { live_card_project: '(installation_id, project_uuid)' },
  },
  module_name: { key: 'project_uuid, name' },
  person_link: { key: 'tracker_uuid', indexes: { person_link_slack: '(installation_id, slack_user)' } },
  project_request: {
    key: ids,
    unique: ['source'],
    indexes: { project_request_project: '(installation_id, project_uuid)' },
  },
  receipt: { key: 'channel, thread_ts, user_id' },
  reply: {
    key: ids,
    unique: ['source'],
    indexes: {
      reply_task: '(installation_id, task_uuid, created_at)',
      reply_settled: '(installation_id, settled_at)',
      reply_owed: `(installation_id, id) where sign = 'owed'`,
    },
  },
  reply_comment: {
    key: 'reply_id, part',
    indexes: {
      reply_comment_uuid: '(installation_id, comment_uuid)',
      reply_comment_task: '(installation_id, task_uuid, state)',
    },
  },
  setting: { key: 'key' },
  subscription: {
    key: 'channel, scope, target',
    indexes: { subscription_target: '(installation_id, scope, target)' },
  },
  work_object_view: { key: 'user_id, ref' },
}

/** The installation of everything that was stored before there were several. */
const first = 1

/** These may belong to the whole bot, which is 0. */
const ofAll: readonly string[] = ['setting', 'hook_secret']

const checkOf = (table: string) => `check (installation_id >${ofAll.includes(table) ? '=' : ''} 0)`

const uniqueOf = ({ key, unique = [] }: Shape) => [
  ...(key === ids ? [] : [`primary key (installation_id, ${key})`]),
  ...unique.map((columns) => `unique (installation_id, ${columns})`),
]

const index = (db: Kysely<unknown>, table: string, { indexes = {} }: Shape) =>
  run(db, ...Object.entries(indexes).map(([name, columns]) => `create index ${name} on ${table} ${columns}`))

interface Column {
  name: string
  type: string
  required: number
  fallback: string | null
}

const columnOf = ({ name, type, required, fallback }: Column, { key }: Shape): string => {
  // A reused id would give an old job another installation's row.
  if (name === ids) return 'id integer primary key autoincrement'
  const isRequired = required === 1 || key.split(', ').includes(name)
  return `${name} ${type}${isRequired ? ' not null' : ''}${fallback === null ? '' : ` default ${fallback}`}`
}

/** SQLite can't change keys. */
const rebuild = async (db: Kysely<unknown>, table: string, shape: Shape): Promise<void> => {
  const { rows } = await sql<Column>`
    select name, type, "notnull" as required, dflt_value as fallback from pragma_table_info(${table})`.execute(
    db,
  )
  const parts = [
    `installation_id bigint not null ${checkOf(table)}`,
    ...rows.map((column) => columnOf(column, shape)),
    ...uniqueOf(shape),
  ]
  const names = rows.map(({ name }) => name).join(', ')
  await run(
    db,
    `create table ${table}_scoped (${parts.join(', ')})`,
    `insert into ${table}_scoped (installation_id, ${names}) select ${first}, ${names} from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_scoped rename to ${table}`,
  )
  await index(db, table, shape)
}

const setting = `current_setting('onboarding.installation', true)`
/**
 * The rows of one installation, or of all with `*`. Without the setting there are none. The subqueries are evaluated once
 * for a statement, and not for each row.
 */
const isSeen = `installation_id = (select nullif(nullif(${setting}, ''), '*')::bigint) or (select ${setting}) = '*'`

const extend = async (db: Kysely<unknown>, table: string, shape: Shape): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = to_regclass(${table}) and contype in ('u', ${shape.key === ids ? 'u' : 'p'})`.execute(db)
  await run(
    db,
    `alter table ${table} add column installation_id bigint not null default ${first} ${checkOf(table)}`,
    `alter table ${table} alter column installation_id drop default`,
    ...rows.map(({ name }) => `alter table ${table} drop constraint "${name}"`),
    ...uniqueOf(shape).map((unique) => `alter table ${table} add ${unique}`),
    ...Object.keys(shape.indexes ?? {}).map((name) => `drop index ${name}`),
  )
  await index(db, table, shape)
  // Without statistics of the new column, the planner would prefer the wrong indexes.
  await run(db, `analyze ${table}`)
}

/** A second wall: what a statement without a condition may see. It holds for the tables' owner too. */
export const protect = (db: Kysely<unknown>, table: string): Promise<void> =>
  run(
    db,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy installation on ${table} using (${isSeen}) with check (${isSeen})`,
  )

/** The process's, its database's and the tracker's. */
const wholeKeys = [
  'heard_at',
  'instance_key',
  'next_write_at',
  'quota_reached',
  'ready_at',
  'writes_held_until',
]

/** The bot's, without `hook-subscription`, which is the tracker's. */
const kinds = [
  'create',
  'digest',
  'event',
  'home',
  'late-mark',
  'live',
  'lost-thread',
  'mark',
  'mention',
  'mentioned',
  'missed-replies',
  'pass-on',
  'post',
  'quiet',
  'quota',
  'receipt',
  'reconcile',
  'reply',
  'retention',
  'set-back',
  'twin',
]

const inQuotes = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

const migrateAll = async (db: Kysely<unknown>, { name }: Engine): Promise<void> => {
  for (const [table, shape] of Object.entries(shapes))
    await (name === 'sqlite' ? rebuild(db, table, shape) : extend(db, table, shape))
  await run(
    db,
    `update setting set installation_id = 0 where key like 'beat:%' or key in (${inQuotes(wholeKeys)})`,
    'update hook_secret set installation_id = 0',
    ...['lane', 'job'].map(
      (table) => `update ${table} set installation_id = ${first}, lane = '${first}' || substr(lane, 2)
        where kind in (${inQuotes(kinds)})`,
    ),
  )
  if (name === 'postgres') for (const table of Object.keys(shapes)) await protect(db, table)
}

/** Each row belongs to an installation. Its name comes after those of the steps that it builds on. */
export const ownerMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-scope-installation': migrateAll,
}
