import { sql as raw } from 'kysely'
import { type Database, type Queries, statement } from '../../store/database.ts'
import { laneName } from '../../../lanes/tables.ts'
import { isMuting, type ChannelSettings, settingsIn } from '../../store/channel-settings.ts'
import { type PostRow, type PostId, thePost } from './posts.ts'
import { changedAny, type Given } from '../../../database/statement.ts'
import { unsubscribedPrefix } from '../../store/key-values.ts'
import { startOf } from '../../../contract/text.ts'

/** A post that is due, with everything that decides whether and how to post it. */
export interface DuePost {
  row: PostRow
  /** When its event came, or that of its last change. Null if there is none. */
  receivedAt: number | null
  root: PostRow | undefined
  settings: ChannelSettings
  muted: boolean
  /** The task's own thread that people began: `ts` of its root. */
  thread: string | undefined
  /** The channel's. `paused`: all are. */
  subscriptions: 'none' | 'paused' | 'running'
  /** When a subscription of the channel was last removed, in ms. 0 if never. */
  unsubscribedAt: number
  /** A message of its thread is still looked for, in the thread's own lane, so this one goes there, behind it. */
  isBehind: boolean
  /** Set if the post is a customer's comment that is not deleted. `newest`: of its task. */
  customerComment: { newest: boolean } | undefined
}

const ofTask = raw<string>`case when due.kind = 'task_card' then due.object_uuid
  when due.on_kind = 'task_card' then due.on_uuid end`

/** The row and its root. One query, because it runs for every message. */
const due = statement((db, { id, now, lanes }: Given<{ id: number; now: number; lanes: string }>) =>
  db
    .selectFrom('post as due')
    .innerJoin('post', (join) =>
      join.on((row) =>
        row.or([
          row('post.id', '=', row.ref('due.id')),
          row.and([
            row('post.channel', '=', row.ref('due.channel')),
            row('post.kind', '=', row.ref('due.on_kind')),
            row('post.object_uuid', '=', row.ref('due.on_uuid')),
          ]),
        ]),
      ),
    )
    .leftJoin('channel_setting', 'channel_setting.channel', 'due.channel')
    .leftJoin('channel_mute', (join) =>
      join.onRef('channel_mute.channel', '=', 'due.channel').on(isMuting(now)),
    )
    .leftJoin('inbox', (join) =>
      join.on(
        'inbox.id',
        '=',
        raw<number>`case when due.ts is null then due.inbox_id else due.change_id end`,
      ),
    )
    .leftJoin('known_comment as comment', (join) =>
      join
        .onRef('comment.uuid', '=', 'due.object_uuid')
        .on('comment.by_customer', '=', 1)
        .on('comment.deleted_at', 'is', null),
    )
    .selectAll('post')
    .select('inbox.received_at as receivedAt')
    .select(['channel_setting.settings', 'channel_mute.channel as muted', 'comment.uuid as comment'])
    .select((row) => {
      const subscription = row
        .selectFrom('subscription')
        .select('subscription.channel')
        .whereRef('subscription.channel', '=', 'due.channel')
      const removed = row
        .selectFrom('setting')
        .select('setting.value')
        .where('setting.key', '=', raw<string>`${raw.lit(unsubscribedPrefix)} || due.channel`)
      const thread = row
        .selectFrom('task_thread')
        .select('task_thread.thread_ts')
        .whereRef('task_thread.channel', '=', 'due.channel')
        .where('task_thread.left_at', 'is', null)
        .where('task_thread.task_uuid', '=', ofTask)
        .orderBy('task_thread.joined_at', 'desc')
        .orderBy('task_thread.thread_ts', 'desc')
        .limit(1)
      const running = subscription.where('paused_at', 'is', null)
      const later = row
        .selectFrom('known_comment as later')
        .select('later.uuid')
        .whereRef('later.task_uuid', '=', 'comment.task_uuid')
        .whereRef('later.created_at', '>', 'comment.created_at')
        .where('later.by_customer', '=', 1)
        .where('later.deleted_at', 'is', null)
      return [
        thread.as('thread'),
        row.exists(later).as('newer'),
        removed.as('removed'),
        row
          .exists(
            row
              .selectFrom('lane')
              .select('lane.lane')
              .where(
                'lane.lane',
                '=',
                raw<string>`cast(${lanes} as text) || due.channel || ' ' || coalesce(due.on_uuid, due.object_uuid)`,
              )
              .where('lane.pending', '>', 0),
          )
          .as('behind'),
        row.exists(subscription).as('subscribed'),
        row.exists(running).as('running'),
      ]
    })
    .where('due.id', '=', id),
)

export const duePost = async (
  { sql, installation }: Pick<Database, 'installation'> & { sql: Queries },
  id: number,
  now: number,
): Promise<DuePost | undefined> => {
  const [one, other] = await due.all(sql, { id, now, lanes: laneName(installation, 'post', '') })
  const [found, root] = one?.id === id ? [one, other] : [other, one]
  if (!found) return undefined
  const {
    settings,
    muted,
    thread,
    subscribed,
    running,
    removed,
    receivedAt,
    comment,
    newer,
    behind,
    ...row
  } = found
  return {
    row,
    receivedAt,
    root,
    settings: settingsIn(settings),
    muted: muted !== null,
    thread: thread ?? undefined,
    subscriptions: !subscribed ? 'none' : running ? 'running' : 'paused',
    unsubscribedAt: Number(removed ?? 0),
    isBehind: Boolean(behind),
    customerComment: comment === null ? undefined : { newest: !newer },
  }
}

/* A post on its way to Slack: the intent before the call, its result after it. */

type Attempt = Pick<PostRow, 'id' | 'state' | 'attempted_at'> & { now: number }

const send = statement((db, { id, state, attempted_at: at, now }: Given<Attempt>) =>
  db
    .updateTable('post')
    .set((current) => ({ state: 'sending', attempted_at: now, shown: current.ref('wanted') }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('attempted_at', 'is not distinct from', at)
    .returningAll(),
)

/** Slack may have the message, although the row has no `ts`: a call got no answer, also before the lane gave up, or a backup was restored. */
export const isInDoubt = ({ ts, shown }: Pick<PostRow, 'ts' | 'shown'>): boolean => ts === null && shown > 0

/** The post waited in a backup, so it and its card may have been posted since. */
export const markInDoubt = async (sql: Queries, row: PostRow): Promise<void> => {
  const { id, channel, on_kind: kind, on_uuid: uuid } = row
  await sql
    .updateTable('post')
    .set((post) => ({ shown: post.ref('wanted') }))
    .where('ts', 'is', null)
    .where((post) =>
      post.or([
        post('id', '=', id),
        post.and([post('channel', '=', channel), post('kind', '=', kind), post('object_uuid', '=', uuid)]),
      ]),
    )
    .execute()
}

/** Stores the intent before the call, and what it will show. Undefined if another node took the row over. */
export const markSending = (sql: Queries, row: PostRow, now: number): Promise<PostRow | undefined> =>
  send.first(sql, { id: row.id, state: row.state, attempted_at: row.attempted_at, now })

/** The call got no answer. The time in which Slack may still carry it out counts from now. */
export const markGivenUp = async (sql: Queries, row: PostId, now: number): Promise<void> => {
  await thePost(sql, row).set({ attempted_at: now }).where('ts', 'is', null).execute()
}

/** Slack refused the call, so the message does not exist. */
export const markNotSent = async (sql: Queries, row: Pick<PostRow, 'id' | 'state'>): Promise<void> => {
  const state = row.state === 'kept' ? 'kept' : 'waiting'
  await thePost(sql, row).set({ state, shown: 0 }).execute()
}

const posted = statement((db, { id, ts, now }: Given<{ id: number; ts: string; now: number }>) =>
  db.updateTable('post').set({ state: 'posted', ts, error: null, settled_at: now }).where('id', '=', id),
)

export const settlePosted = async (sql: Queries, { id }: PostId, ts: string, now: number): Promise<void> => {
  await posted.run(sql, { id, ts, now })
}

type Change = Pick<PostRow, 'id' | 'wanted' | 'shown' | 'ts'> & { now: number }

const changed = statement((db, { id, wanted, shown, ts, now }: Given<Change>) =>
  db
    .updateTable('post')
    .set({ shown: wanted, error: null, changed_at: now })
    .where('id', '=', id)
    .where('ts', '=', ts)
    .where('shown', '=', shown)
    .returning('wanted'),
)

/** Slack shows what was read, unless it was deleted there or is to be shown again. False if a later change needs a job. */
export const settleChanged = async (sql: Queries, { id, wanted, shown, ts }: PostRow, now: number) => {
  const row = await changed.first(sql, { id, wanted, shown, ts, now })
  return row === undefined || row.wanted === wanted
}

/** A post that is in Slack keeps its last change unshown: for good, or until a retry. False if a later change needs a job. */
export const settleUnposted = (
  sql: Queries,
  row: PostRow,
  { state, error }: { state: 'skipped' | 'failed'; error: string },
  now: number,
): Promise<boolean> => {
  const reason = startOf(error, 1_000)
  const settled = thePost(sql, row)
  return changedAny(
    row.ts === null
      ? settled.set({ error: reason, state, settled_at: now })
      : settled
          .set({ error: reason, ...(state === 'skipped' && { shown: row.wanted }) })
          .where('wanted', '=', row.wanted),
  )
}
