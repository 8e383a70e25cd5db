import { sql as raw } from 'kysely'
import type { Given } from '../../../../database/statement.ts'
import type { Queries } from '../../../store/database.ts'
import { statement } from '../../../store/statement.ts'
import type { DeliveryRow } from './deliveries.ts'

const ofChannel = (sql: Queries, channel: string) =>
  sql.selectFrom('delivery').select('id').where('channel', '=', channel).limit(1)

const isAny = async (rows: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await rows.executeTakeFirst()) !== undefined

/** When the last message for any version of an object (`uuid@version`) was planned, in ms. */
export const lastDeliveredLike = async (
  sql: Queries,
  channel: string,
  kind: string,
  prefix: string,
): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('delivery')
    .select((of) => of.fn.max('created_at').as('at'))
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', 'like', `${prefix}%`)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** A channel's messages about completed tasks of a project, the last one of each task, in order. */
export const completionsIn = async (
  sql: Queries,
  channel: string,
  projectUuid: string,
): Promise<(Pick<DeliveryRow, 'id' | 'kind' | 'facts'> & { isInternal: boolean | undefined })[]> => {
  const rows = await sql
    .selectFrom('known_task as task')
    .innerJoin('delivery', 'delivery.on_uuid', 'task.uuid')
    .select(['delivery.id', 'delivery.kind', 'delivery.facts', 'task.uuid', 'task.is_internal'])
    .where('task.project_uuid', '=', projectUuid)
    .where('delivery.channel', '=', channel)
    .where('delivery.kind', '=', 'task_completed')
    .orderBy('delivery.id')
    .execute()
  return [...new Map(rows.map((row) => [row.uuid, row])).values()].map(
    ({ is_internal: internal, ...row }) => ({
      ...row,
      isInternal: internal === null ? undefined : internal === 1,
    }),
  )
}

/** When the channel last got a message of this kind, in ms. */
export const lastDelivered = async (
  sql: Queries,
  channel: string,
  kind: string,
): Promise<number | undefined> => {
  const rows = sql.selectFrom('delivery').select('created_at').where('channel', '=', channel)
  const last = await rows.where('kind', '=', kind).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return last?.created_at
}

/** Channels with a posted message since a time, in ms. */
export const channelsPostedTo = async (sql: Queries, since: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('delivery')
    // Not the column itself: to find each once, SQLite would read all rows in the order of another index.
    .select(raw<string>`channel || ''`.as('channel'))
    .distinct()
    .where('state', '=', 'posted')
    .where('ts', 'is not', null)
    .where('settled_at', '>', since)
    .execute()
  return rows.map(({ channel }) => channel).sort()
}

/** Whether a possible root was sent without a confirmed `ts`. */
export const anyRootInDoubt = (sql: Queries, channel: string): Promise<boolean> =>
  isAny(
    ofChannel(sql, channel)
      .where('ts', 'is', null)
      .where('state', '=', 'sending')
      .where('on_uuid', 'is', null),
  )

const mostRead = 100

const under = statement((db, { taskUuid }: Given<{ taskUuid: string }>) =>
  db
    .selectFrom('delivery')
    .innerJoin('known_comment as said', 'said.uuid', 'delivery.object_uuid')
    .select(['delivery.id', 'delivery.channel', 'delivery.facts', 'said.uuid'])
    .where('said.task_uuid', '=', taskUuid)
    .where('said.by_customer', '=', 1)
    .where('said.deleted_at', 'is', null)
    .where('delivery.kind', '=', 'comment')
    .where('delivery.state', 'in', ['waiting', 'sending', 'posted'])
    .orderBy('said.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
    .limit(mostRead),
)

/** A task's customer comments that channels got, newest first, with what the messages say. */
export const customerComments = (sql: Queries, taskUuid: string) => under.all(sql, { taskUuid })

/** A project's recent messages of these kinds in a channel, oldest first. */
export const recentRows = (
  sql: Queries,
  where: { channel: string; projectUuid: string; kinds: readonly string[]; sinceMs: number },
): Promise<DeliveryRow[]> =>
  sql
    .selectFrom('delivery')
    .innerJoin('inbox', 'inbox.id', 'delivery.inbox_id')
    .selectAll('delivery')
    .where('delivery.channel', '=', where.channel)
    .where('delivery.created_at', '>', where.sinceMs)
    .where('delivery.kind', 'in', where.kinds)
    .where('inbox.project_uuid', '=', where.projectUuid)
    .where('delivery.state', '!=', 'skipped')
    .orderBy('delivery.id')
    .execute()

/**
 * A channel's newest messages that say who reads replies, of tasks that may be open: those of `kinds`, and what was
 * posted in the channel itself.
 */
export const sayingReaders = async (
  sql: Queries,
  channel: string,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<DeliveryRow[]> =>
  sql
    .selectFrom('delivery')
    .innerJoin('known_task as task', (join) =>
      join.on((row) => row('task.uuid', '=', row.fn.coalesce('delivery.on_uuid', 'delivery.object_uuid'))),
    )
    .selectAll('delivery')
    .where('delivery.channel', '=', channel)
    .where('delivery.state', '=', 'posted')
    .where((row) => row.or([row('delivery.kind', 'in', kinds), row('delivery.form', 'like', '%"flat":{%')]))
    .where('task.deleted_at', 'is', null)
    .where((row) => row.or([row('task.completed', 'is', null), row('task.completed', '=', 0)]))
    .orderBy('delivery.id', 'desc')
    .limit(most)
    .execute()
