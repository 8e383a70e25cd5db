import { type ExpressionBuilder, sql as raw } from 'kysely'
import type { BotTables } from '../../store/tables.ts'
import type { Given } from '../../../database/statement.ts'
import { type Queries, statement } from '../../store/database.ts'
import type { PostRow } from './posts.ts'

/** When the last message for any version of an object (`uuid@version`) was wanted, in ms. */
export const lastPostLike = async (sql: Queries, channel: string, kind: string, prefix: string) => {
  const row = await sql
    .selectFrom('post')
    .select((of) => of.fn.max('created_at').as('at'))
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', 'like', `${prefix}%`)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** The channel's newest message of the kind about this object, unless it was left out or failed. Keys end with `@` and a time. */
export const lastAbout = (sql: Queries, channel: string, kind: string, uuid: string) =>
  sql
    .selectFrom('post')
    .selectAll()
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', 'like', `${uuid}@%`)
    .where('state', 'not in', ['skipped', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The key of the newest message whose key begins like this. */
export const lastKeyLike = async (sql: Queries, channel: string, kind: string, prefix: string) => {
  const row = await sql
    .selectFrom('post')
    .select('object_uuid as key')
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', 'like', `${prefix}%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.key
}

/** When the channel was last to hear in this period that a project was archived, in ms, by the project's uuid. */
export const archivedProjects = async (
  sql: Queries,
  channel: string,
  { since, until }: { since: number; until: number },
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('post')
    .select(['object_uuid as key', 'created_at as at'])
    .where('channel', '=', channel)
    .where('kind', '=', 'project_line')
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .where('object_uuid', 'like', 'archived:%')
    .orderBy('created_at')
    .execute()
  return new Map(rows.map(({ key, at }) => [key.slice('archived:'.length, key.indexOf('@')), at]))
}

/** A channel's messages about completed tasks of a project, the last one of each task, in order. */
export const completionsIn = async (
  sql: Queries,
  channel: string,
  projectUuid: string,
): Promise<(Pick<PostRow, 'id' | 'kind' | 'facts'> & { isInternal: boolean | undefined })[]> => {
  const rows = await sql
    .selectFrom('known_task as task')
    .innerJoin('post', 'post.on_uuid', 'task.uuid')
    .select(['post.id', 'post.kind', 'post.facts', 'task.uuid', 'task.is_internal'])
    .where('task.project_uuid', '=', projectUuid)
    .where('post.channel', '=', channel)
    .where('post.kind', '=', 'task_completed')
    .orderBy('post.id')
    .execute()
  return [...new Map(rows.map((row) => [row.uuid, row])).values()].map(
    ({ is_internal: internal, ...row }) => ({
      ...row,
      isInternal: internal === null ? undefined : internal === 1,
    }),
  )
}

/** Channels with a posted message since a time, in ms. */
export const channelsPostedTo = async (sql: Queries, since: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('post')
    // Not the column itself: to find each once, SQLite would read all rows in the order of another index.
    .select(raw<string>`channel || ''`.as('channel'))
    .distinct()
    .where('state', '=', 'posted')
    .where('ts', 'is not', null)
    .where('settled_at', '>', since)
    .execute()
  return rows.map(({ channel }) => channel).sort()
}

/** Whether a possible root was sent without a confirmed `ts`: a message in the channel itself. */
export const anyRootInDoubt = async (sql: Queries, channel: string): Promise<boolean> => {
  const root = await sql
    .selectFrom('post')
    .select('id')
    .where('channel', '=', channel)
    .where('ts', 'is', null)
    .where('shown', '>', 0)
    .where((row) => row.or([row('on_uuid', 'is', null), row('form', 'like', '%"flat":%')]))
    .limit(1)
    .executeTakeFirst()
  return root !== undefined
}

const mostRead = 100

const under = statement((db, { taskUuid }: Given<{ taskUuid: string }>) =>
  db
    .selectFrom('post')
    .innerJoin('known_comment as comment', 'comment.uuid', 'post.object_uuid')
    .select(['post.id', 'post.channel', 'post.kind', 'post.facts', 'comment.uuid'])
    .where('comment.task_uuid', '=', taskUuid)
    .where('comment.by_customer', '=', 1)
    .where('comment.deleted_at', 'is', null)
    .where('post.kind', '=', 'comment')
    .where('post.state', 'in', ['waiting', 'sending', 'posted'])
    .orderBy('comment.created_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(mostRead),
)

/** A task's customer comments that channels got, newest first, with what the messages say. */
export const customerComments = (sql: Queries, taskUuid: string) => under.all(sql, { taskUuid })

/** A project's recent messages of these kinds in a channel, oldest first. Of many, the newest. */
export const recentRows = async (
  sql: Queries,
  where: { channel: string; projectUuid: string; kinds: readonly string[]; sinceMs: number },
): Promise<PostRow[]> => {
  const rows = await sql
    .selectFrom('post')
    .innerJoin('inbox', 'inbox.id', 'post.inbox_id')
    .selectAll('post')
    .where('post.channel', '=', where.channel)
    .where('post.created_at', '>', where.sinceMs)
    .where('post.kind', 'in', where.kinds)
    .where('inbox.project_uuid', '=', where.projectUuid)
    .where('post.state', '!=', 'skipped')
    .orderBy('post.id', 'desc')
    .limit(mostRead)
    .execute()
  return rows.reverse()
}

interface Saying {
  kinds: readonly string[]
  most: number
}

/** The newest messages that say who reads replies, of tasks that may be open: of `kinds`, and those posted flat. */
export const sayingReaders = (sql: Queries, channel: string, which: Saying): Promise<PostRow[]> =>
  newestSaying(sql, which)
    .where('post.channel', '=', channel)
    .innerJoin('known_task as task', (join) =>
      join.on((row) => row('task.uuid', '=', row.fn.coalesce('post.on_uuid', 'post.object_uuid'))),
    )
    .where(isOpenTask)
    .execute()

/** The same of these projects' visible tasks, in other channels. */
export const sayingReadersOf = (
  sql: Queries,
  { projects, besides }: { projects: readonly string[]; besides: string },
  which: Saying,
): Promise<PostRow[]> => {
  const tasks = sql
    .selectFrom('known_task as task')
    .select('task.uuid')
    .where('task.project_uuid', 'in', ['', ...projects])
    .where('task.is_internal', '=', 0)
    .where(isOpenTask)
  const channels = sql.selectFrom('subscription').select('subscription.channel')
  return newestSaying(sql, which)
    .where('post.channel', '<>', besides)
    .where((row) =>
      // Each part has an index.
      row.or([
        row.and([row('post.kind', 'in', which.kinds), row('post.object_uuid', 'in', tasks)]),
        row.and([row('post.channel', 'in', channels), row('post.on_uuid', 'in', tasks)]),
      ]),
    )
    .execute()
}

const newestSaying = (sql: Queries, { kinds, most }: Saying) =>
  sql
    .selectFrom('post')
    .selectAll('post')
    .where('post.state', '=', 'posted')
    .where((row) => row.or([row('post.kind', 'in', kinds), row('post.form', 'like', '%"flat":{%')]))
    .orderBy('post.id', 'desc')
    .limit(most)

const isOpenTask = (row: ExpressionBuilder<{ task: BotTables['known_task'] }, 'task'>) =>
  row.and([
    row('task.deleted_at', 'is', null),
    row.or([row('task.completed', 'is', null), row('task.completed', '=', 0)]),
  ])
