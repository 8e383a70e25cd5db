import { sql } from 'kysely'
import type { Queries } from '../../store/database.ts'
import { type PostKey, type PostRow, thePost } from './posts.ts'
import { jobKinds } from '../../store/payloads.ts'
import { notDone } from '../../../lanes/tables.ts'

/**
 * Why a message is not in its channel, in the words of `/onboard why`: "comment_new was …". Queries look for how a reason
 * begins, and count what is `left out`. Internal tasks are not among the reasons: others may read these.
 */
export const leftOutReasons = {
  filters: 'left out by the channel’s filters',
  mute: 'left out: the channel was muted',
  account: 'left out: others read the channel, and the project’s account was not confirmed for them',
  digest: 'left to the digest, which is all that the channel receives',
  pause: 'withheld: the channel was paused',
} as const

const isLeftOut = sql<boolean>`error like 'left out%'`

export const leftOutSince = async (queries: Queries, channel: string, sinceMs: number) => {
  const rows = await queries
    .selectFrom('post')
    .select(['error as reason', sql<number | string>`count(*)`.as('count')])
    .where('channel', '=', channel)
    .where('created_at', '>=', sinceMs)
    .where('state', '=', 'skipped')
    .where(isLeftOut)
    .groupBy('error')
    .execute()
  return rows.map(({ reason, count }) => ({ reason: reason ?? '', count: Number(count) }))
}

const mostListed = 200

/** Messages of a channel that its settings left out since a time in ms, for this reason or one that begins so. Newest first. */
export const rowsLeftOut = (queries: Queries, channel: string, reason: string, sinceMs: number) =>
  queries
    .selectFrom('post')
    .selectAll()
    .where('channel', '=', channel)
    .where('created_at', '>=', sinceMs)
    .where('state', '=', 'skipped')
    .where('error', 'like', `${reason}%`)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

/** What was left out of a message's thread, newest first. */
export const leftOutOf = (queries: Queries, root: PostKey, limit: number) =>
  queries
    .selectFrom('post')
    .innerJoin('inbox', 'inbox.id', 'post.inbox_id')
    .select(['inbox.event_name as eventName', 'post.created_at as at', 'post.error as reason'])
    .where('post.channel', '=', root.channel)
    .where('post.on_kind', '=', root.kind)
    .where('post.on_uuid', '=', root.objectUuid)
    .where('post.state', '=', 'skipped')
    .where((row) =>
      row.or(Object.values(leftOutReasons).map((reason) => row('post.error', 'like', `${reason}%`))),
    )
    .orderBy('post.id', 'desc')
    .limit(limit)
    .execute()

export interface Failure {
  cause: string
  count: number
  latestAt: number
}

const failures = (rows: readonly { cause: string | null; count: number | string; latest: number | null }[]) =>
  rows.map((row) => ({ cause: row.cause ?? 'unknown', count: Number(row.count), latestAt: row.latest ?? 0 }))

const counted = sql<number>`count(*)`

/** Each has an error: there is a partial index of such rows. */
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

export const failedEvents = async (queries: Queries, projects: readonly string[] | 'all') =>
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
const idFields = { event: 'inbox', post: 'post', reply: 'reply' } as const

/** Closes jobs that a person retried or skipped, so that they no longer count. SQL cannot read payloads. */
export const closeAside = async (
  queries: Queries,
  kind: keyof typeof idFields,
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
    wanted.has((JSON.parse(payload) as Record<string, number>)[idFields[kind]] ?? -1),
  )
  await endAside(queries, over, now)
}

export const endAside = async (
  queries: Queries,
  jobs: readonly { seq: number }[],
  now: number,
): Promise<void> => {
  if (jobs.length === 0) return
  const seqs = jobs.map(({ seq }) => seq)
  await queries
    .updateTable('job')
    .set({ state: 'done', settled_at: now })
    .where('seq', 'in', seqs)
    .where('state', '=', 'aside')
    .execute()
}

/** Listed, because the index finds jobs by kind: it doesn't help with all kinds except some. */
const kindsOfNoChannel = jobKinds().filter((kind) => !Object.hasOwn(idFields, kind))

/** Jobs set aside that no channel's status counts, so only admins decide about them. */
const othersAside = (queries: Queries) =>
  queries.selectFrom('job').where(notDone).where('state', '=', 'aside').where('kind', 'in', kindsOfNoChannel)

export const failedJobs = async (queries: Queries): Promise<Failure[]> => {
  const latest = sql<number | null>`max(settled_at)`.as('latest')
  const causes = ['last_error as cause', counted.as('count'), latest] as const
  return failures(await othersAside(queries).select(causes).groupBy('last_error').execute())
}

export const jobsAside = (queries: Queries, limit: number) =>
  othersAside(queries).select(['seq', 'last_error as cause']).orderBy('seq').limit(limit).execute()

/** A person tries again what failed: a message, or its last change. */
export const retryPost = async (sql: Queries, { id, ts }: Pick<PostRow, 'id' | 'ts'>): Promise<void> => {
  await thePost(sql, { id })
    .set({ error: null, ...(ts === null && { state: 'waiting' }) })
    .execute()
}
