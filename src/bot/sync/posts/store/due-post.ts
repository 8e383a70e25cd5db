import { sql as raw } from 'kysely'
import type { Queries } from '../../../store/database.ts'
import { type ChannelSettings, settingsIn } from '../../../audience/store/settings-in.ts'
import type { DeliveryRow } from './deliveries.ts'
import { unsubscribedPrefix } from '../../../store/settings.ts'

/** A ledger row that is due, with everything that decides whether and how to post it. */
export interface DuePost {
  row: DeliveryRow
  /** When its event came. Null if it is not about an event. */
  receivedAt: number | null
  /** The thread's root for a post, or the changed message for an update. Undefined if there is none. */
  on: DeliveryRow | undefined
  settings: ChannelSettings
  muted: boolean
  /** A later change of the same message is waiting. */
  superseded: boolean
  /** The task's own thread that people began: `ts` of its root. */
  thread: string | undefined
  /** The channel's. `paused`: all are. */
  subscriptions: 'none' | 'paused' | 'running'
  /** When a subscription of the channel was last removed, in ms. 0 if never. */
  unsubscribedAt: number
}

/** One query, because it runs for every message. */
export const duePost = async (sql: Queries, id: number, now: number): Promise<DuePost | undefined> => {
  const rows = await sql
    .selectFrom('delivery as due')
    .innerJoin('delivery', (join) =>
      join.on((row) =>
        row.or([
          row('delivery.id', '=', row.ref('due.id')),
          row.and([
            row('delivery.channel', '=', row.ref('due.channel')),
            row('delivery.kind', '=', row.ref('due.on_kind')),
            row('delivery.object_uuid', '=', row.ref('due.on_uuid')),
          ]),
        ]),
      ),
    )
    .leftJoin('channel_setting', 'channel_setting.channel', 'due.channel')
    .leftJoin('channel_mute', (join) =>
      join
        .onRef('channel_mute.channel', '=', 'due.channel')
        .on((row) => row.or([row('muted_until', 'is', null), row('muted_until', '>', now)])),
    )
    .leftJoin('inbox', 'inbox.id', 'due.inbox_id')
    .selectAll('delivery')
    .select('inbox.received_at as receivedAt')
    .select(['channel_setting.settings', 'channel_mute.channel as muted'])
    .select((row) => {
      const later = row
        .selectFrom('delivery as later')
        .select('later.id')
        .whereRef('later.channel', '=', 'due.channel')
        .whereRef('later.on_uuid', '=', 'due.on_uuid')
        .whereRef('later.on_kind', '=', 'due.on_kind')
        .whereRef('later.id', '>', 'due.id')
        .where('later.op', '=', 'update')
        .where('later.state', '=', 'waiting')
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
        .where((one) =>
          one.or([
            one.and([
              one('due.on_kind', '=', 'task_card'),
              one('task_thread.task_uuid', '=', one.ref('due.on_uuid')),
            ]),
            one.and([
              one('due.kind', '=', 'task_card'),
              one('task_thread.task_uuid', '=', one.ref('due.object_uuid')),
            ]),
          ]),
        )
        .orderBy('task_thread.joined_at', 'desc')
        .orderBy('task_thread.thread_ts', 'desc')
        .limit(1)
      const running = subscription.where('paused_at', 'is', null)
      return [
        row.exists(later).as('superseded'),
        thread.as('thread'),
        removed.as('removed'),
        row.exists(subscription).as('subscribed'),
        row.exists(running).as('running'),
      ]
    })
    .where('due.id', '=', id)
    .execute()
  const due = rows.find((row) => row.id === id)
  if (!due) return undefined
  const { settings, muted, superseded, thread, subscribed, running, removed, receivedAt, ...row } = due
  return {
    row,
    receivedAt,
    on: rows.find((other) => other.id !== id),
    settings: settingsIn(settings),
    muted: muted !== null,
    superseded: Boolean(superseded),
    thread: thread ?? undefined,
    subscriptions: !subscribed ? 'none' : running ? 'running' : 'paused',
    unsubscribedAt: Number(removed ?? 0),
  }
}
