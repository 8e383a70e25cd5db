import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../../src/bot/store/database.ts'

const tasksOfProject = 30
const channels = 1_000

/** Runs on both engines. `n` counts from 1. A uuid ends with its number, in twelve digits. */
const counted = (count: number, into: string, columns: string) =>
  `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count}) insert into ${into} select ${columns} from counted`
const uuidOf = (kind: string, n = 'n') =>
  `'${kind.repeat(8)}-0000-4000-8000-' || cast(100000000000 + ${n} as text)`
const projectOfTask = `(n / ${tasksOfProject})`

/** What a bot knows after years: tasks in projects that no channel of the bench receives, and messages in other channels. */
const fillWith = (tasks: number, deliveries: number, now: number): string[] => [
  counted(
    tasks,
    'known_task (installation_id, uuid, project_uuid, name, is_internal, completed, assignee_name, seen_at)',
    `1, ${uuidOf('7')}, ${uuidOf('8', projectOfTask)}, 'Rollout step ' || cast(n as text), 0, n % 2, 'Casey Jones', ${now} - n`,
  ),
  counted(
    Math.ceil(tasks / tasksOfProject),
    'known_project (installation_id, uuid, name, account_name)',
    `1, ${uuidOf('8')}, 'Filler ' || cast(n as text), 'Account ' || cast(n % 500 as text)`,
  ),
  counted(
    deliveries,
    'delivery (installation_id, uuid, channel, kind, object_uuid, op, on_kind, on_uuid, facts, state, attempted_at, ts, created_at, settled_at)',
    `1, ${uuidOf('9')}, 'C0OLD' || cast(n % ${channels} as text), 'comment_new', ${uuidOf('9')}, 'post', 'task', ${uuidOf('7', '(n / 2)')}, '{}', 'posted', ${now} - n, cast(1600000000 + n as text) || '.000100', ${now} - n, ${now} - n`,
  ),
]

/** Into a new database. `serverUrl`: as a user who may write rows of any installation. */
export const fillRows = async (
  databaseUrl: string,
  serverUrl: string,
  { tasks, deliveries }: { tasks: number; deliveries: number },
): Promise<void> => {
  const database = await openDatabase(databaseUrl)
  await database[Symbol.asyncDispose]()
  const statements = fillWith(tasks, deliveries, Date.now())
  if (databaseUrl.startsWith('sqlite:')) {
    const file = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
    // All of it in memory, and nothing that a crash would need.
    for (const setting of ['cache_size = -4000000', 'synchronous = off']) file.exec(`pragma ${setting}`)
    for (const statement of [...statements, 'analyze']) file.exec(statement)
    file.close()
    return
  }
  const url = new URL(serverUrl)
  url.pathname = new URL(databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const indexes = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made
      from pg_index where indrelid in ('delivery'::regclass, 'known_task'::regclass) and not indisunique`,
  )
  // They are built at once afterwards, which is many times as fast.
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  for (const statement of [`set maintenance_work_mem = '1GB'`, ...statements]) await client.query(statement)
  for (const { made } of indexes.rows) await client.query(made)
  await client.query('vacuum analyze')
  await client.end()
}
