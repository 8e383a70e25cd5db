import { sql } from 'kysely'
import type { Queries } from '../database.ts'

/** The ledger as people ask about it: what failed in a channel, and what caused a message. */

export interface Failure {
  cause: string
  count: number
  latestAt: number
}

const failures = (
  rows: readonly { cause: string | null; count: number | string; latest: number | null }[],
): Failure[] =>
  rows.map((row) => ({ cause: row.cause ?? 'unknown', count: Number(row.count), latestAt: row.latest ?? 0 }))

const counted = sql<number>`count(*)`

export const failedMessages = async (queries: Queries, channel: string): Promise<Failure[]> =>
  failures(
    await queries
      .selectFrom('delivery')
      .select(['error as cause', counted.as('count'), sql<number | null>`max(settled_at)`.as('latest')])
      .where('channel', '=', channel)
      .where('state', '=', 'failed')
      .groupBy('error')
      .execute(),
  )

export const failedReplies = async (queries: Queries, channel: string): Promise<Failure[]> =>
  failures(
    await queries
      .selectFrom('reply')
      .select(['error as cause', counted.as('count'), sql<number | null>`max(settled_at)`.as('latest')])
      .where('channel', '=', channel)
      .where('state', 'in', ['refused', 'unconfirmed'])
      .groupBy('error')
      .execute(),
  )

/** Events that were set aside after their attempts; those that were never of the interface's form are not meant. */
const asideEvents = (queries: Queries, projects: readonly string[] | 'all') =>
  queries
    .selectFrom('inbox')
    .where('state', '=', 'aside')
    .where('handled_at', 'is not', null)
    .$if(projects !== 'all', (query) =>
      query.where('project_uuid', 'in', projects === 'all' ? [] : ['', ...projects]),
    )

export const failedEvents = async (
  queries: Queries,
  projects: readonly string[] | 'all',
): Promise<Failure[]> =>
  failures(
    await asideEvents(queries, projects)
      .select(['outcome as cause', counted.as('count'), sql<number | null>`max(handled_at)`.as('latest')])
      .groupBy('outcome')
      .execute(),
  )

export const asideEventRows = (queries: Queries, projects: readonly string[] | 'all') =>
  asideEvents(queries, projects).select(['id', 'project_uuid']).orderBy('id').execute()

export const failedDeliveryIds = async (queries: Queries, channel: string): Promise<number[]> => {
  const rows = await queries
    .selectFrom('delivery')
    .select('id')
    .where('channel', '=', channel)
    .where('state', '=', 'failed')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const failedReplyRows = (
  queries: Queries,
  channel: string,
  states: readonly ('refused' | 'unconfirmed')[],
) =>
  queries
    .selectFrom('reply')
    .select(['id', 'user_id'])
    .where('channel', '=', channel)
    .where('state', 'in', states)
    .orderBy('id')
    .execute()

/** When the last event for a message in this channel came, and how long its message took, in ms. */
export const lastPosted = (queries: Queries, channel: string) =>
  queries
    .selectFrom('delivery')
    .innerJoin('inbox', 'inbox.id', 'delivery.inbox_id')
    .select(['inbox.received_at as receivedAt', 'delivery.settled_at as postedAt'])
    .where('delivery.channel', '=', channel)
    .where('delivery.state', '=', 'posted')
    .orderBy('delivery.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The changes that were made to a message, oldest first. */
export const changesOf = (
  queries: Queries,
  message: { channel: string; kind: string; object_uuid: string },
) =>
  queries
    .selectFrom('delivery')
    .innerJoin('inbox', 'inbox.id', 'delivery.inbox_id')
    .select(['inbox.event_name as eventName', 'delivery.settled_at as at'])
    .where('delivery.channel', '=', message.channel)
    .where('delivery.op', '=', 'update')
    .where('delivery.on_kind', '=', message.kind)
    .where('delivery.on_uuid', '=', message.object_uuid)
    .where('delivery.state', '=', 'posted')
    .orderBy('delivery.id')
    .execute()

/** Which row each kind of job is about, by the name of its payload's field. */
const subjects = { event: 'inbox', post: 'delivery', reply: 'reply' } as const

/**
 * Jobs that were set aside about these rows are over: somebody retried or gave up what they were about, and they
 * would be counted for ever. Those of the kind are read, since a payload is text to the database.
 */
export const closeAside = async (
  queries: Queries,
  kind: keyof typeof subjects,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  if (ids.length === 0) return
  const wanted = new Set(ids)
  const rows = await queries
    .selectFrom('job')
    .select(['seq', 'payload'])
    .where('state', '=', 'aside')
    .where('kind', '=', kind)
    .execute()
  const over = rows.filter(({ payload }) =>
    wanted.has((JSON.parse(payload) as Record<string, number>)[subjects[kind]] ?? -1),
  )
  for (const { seq } of over)
    await queries
      .updateTable('job')
      .set({ state: 'done', settled_at: now })
      .where('seq', '=', seq)
      .where('state', '=', 'aside')
      .execute()
}
