import { sql as raw } from 'kysely'
import { type Queries, statement } from '../../../store/database.ts'
import { isMuting, type ChannelSettings, settingsIn } from '../../../audience/store/channel-settings.ts'
import type { PostRow } from './posts.ts'
import type { Given } from '../../../../database/statement.ts'
import { unsubscribedPrefix } from '../../../store/key-values.ts'

/** A post that is due, with everything that decides whether and how to post it. */
export interface DuePost {
  row: PostRow
  /** When its event came, or that of its last change. Null if there is none. */
  receivedAt: number | null
  /** The root of its thread. Undefined if there is none. */
  root: PostRow | undefined
  settings: ChannelSettings
  muted: boolean
  /** The task's own thread that people began: `ts` of its root. */
  thread: string | undefined
  /** The channel's. `paused`: all are. */
  subscriptions: 'none' | 'paused' | 'running'
  /** When a subscription of the channel was last removed, in ms. 0 if never. */
  unsubscribedAt: number
  /** A customer's comment that is still there. `newest`: of its task. */
  said: { newest: boolean } | undefined
}

const ofTask = raw<string>`case when due.kind = 'task_card' then due.object_uuid
  when due.on_kind = 'task_card' then due.on_uuid end`

/** The row and its root. One query, because it runs for every message. */
const due = statement((db, { id, now }: Given<{ id: number; now: number }>) =>
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
    .leftJoin('known_comment as said', (join) =>
      join
        .onRef('said.uuid', '=', 'due.object_uuid')
        .on('said.by_customer', '=', 1)
        .on('said.deleted_at', 'is', null),
    )
    .selectAll('post')
    .select('inbox.received_at as receivedAt')
    .select(['channel_setting.settings', 'channel_mute.channel as muted', 'said.uuid as said'])
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
        .whereRef('later.task_uuid', '=', 'said.task_uuid')
        .whereRef('later.created_at', '>', 'said.created_at')
        .where('later.by_customer', '=', 1)
        .where('later.deleted_at', 'is', null)
      return [
        thread.as('thread'),
        row.exists(later).as('surpassed'),
        removed.as('removed'),
        row.exists(subscription).as('subscribed'),
        row.exists(running).as('running'),
      ]
    })
    .where('due.id', '=', id),
)

export const duePost = async (sql: Queries, id: number, now: number): Promise<DuePost | undefined> => {
  const rows = await due.all(sql, { id, now })
  const found = rows.find((row) => row.id === id)
  if (!found) return undefined
  const { settings, muted, thread, subscribed, running, removed, receivedAt, said, surpassed, ...row } = found
  return {
    row,
    receivedAt,
    root: rows.find((other) => other.id !== id),
    settings: settingsIn(settings),
    muted: muted !== null,
    thread: thread ?? undefined,
    subscriptions: !subscribed ? 'none' : running ? 'running' : 'paused',
    unsubscribedAt: Number(removed ?? 0),
    said: said === null ? undefined : { newest: !surpassed },
  }
}
