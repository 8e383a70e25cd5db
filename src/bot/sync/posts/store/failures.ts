import { sql } from 'kysely'
import { notDone } from '../../../../lanes/tables.ts'
import type { Queries } from '../../../store/database.ts'

/** Queries about failures in a channel and the causes of a message. */

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

/** Each has its error, for which there is a partial index. */
const failedIn = (queries: Queries, channel: string) =>
  queries
    .selectFrom('post')
    .where('channel', '=', channel)
    .where('error', 'is not', null)
    .where((row) =>
      row.or([
        row('state', '=', 'failed'),
        row.and([row('state', '=', 'posted'), row('shown', '<', row.ref('wanted'))]),
      ]),
    )

const unsentIn = (queries: Queries, channel: string) =>
  queries
    .selectFrom('reply')
    .where('channel', '=', channel)
    // A literal, for the partial index.
    .where(sql<boolean>`state in ('refused', 'unconfirmed')`)

const causes = [
  'error as cause',
  counted.as('count'),
  sql<number | null>`max(settled_at)`.as('latest'),
] as const

export const failedMessages = async (queries: Queries, channel: string): Promise<Failure[]> =>
  failures(await failedIn(queries, channel).select(causes).groupBy('error').execute())

export const failedReplies = async (queries: Queries, channel: string): Promise<Failure[]> =>
  failures(await unsentIn(queries, channel).select(causes).groupBy('error').execute())

/** Events that failed after all attempts. Excludes those that could not be parsed. */
const asideEvents = (queries: Queries, projects: readonly string[] | 'all') =>
  queries
    .selectFrom('inbox')
    // A literal, for the partial index.
    .where(sql<boolean>`state = 'aside'`)
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

export const failedPosts = (queries: Queries, channel: string) =>
  failedIn(queries, channel).selectAll().orderBy('id').execute()

export const failedReplyRows = (
  queries: Queries,
  channel: string,
  states: readonly ('refused' | 'unconfirmed')[],
) => unsentIn(queries, channel).select(['id', 'user_id']).where('state', 'in', states).orderBy('id').execute()

/** When the last event for this channel arrived and its message was posted, in ms. */
export const lastPosted = (queries: Queries, channel: string) =>
  queries
    .selectFrom('post')
    .innerJoin('inbox', 'inbox.id', 'post.inbox_id')
    .select(['inbox.received_at as receivedAt', 'post.settled_at as postedAt'])
    .where('post.channel', '=', channel)
    .where('post.state', '=', 'posted')
    .orderBy('post.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The event of the last change that Slack shows, and when it came there. */
export const lastChangeOf = (queries: Queries, { id }: { id: number }) =>
  queries
    .selectFrom('post')
    .innerJoin('inbox', 'inbox.id', 'post.change_id')
    .select(['inbox.event_name as eventName', 'post.changed_at as at'])
    .where('post.id', '=', id)
    .where('post.changed_at', 'is not', null)
    .whereRef('post.shown', '=', 'post.wanted')
    .where('post.error', 'is', null)
    .executeTakeFirst()

/** The payload field that holds the row's id, by kind of job. */
const subjects = { event: 'inbox', post: 'post', reply: 'reply' } as const

/** Closes jobs that a person retried or skipped, so that they no longer count. SQL cannot read payloads. */
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
    .where(notDone)
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
