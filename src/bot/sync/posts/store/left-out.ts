import { sql } from 'kysely'
import type { Queries } from '../../../store/database.ts'
import type { PostKey } from './posts.ts'

/**
 * Why a message is not in its channel, in the words of `/onboard why`: "comment_new was …". What these begin with is
 * also asked for, and what begins with `left out` is counted. Internal tasks are not among them: others may read this.
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
