import { sql as raw } from 'kysely'
import type { Given } from '../../../../database/statement.ts'
import { statement, type Queries } from '../../../store/database.ts'
import type { PostRow } from '../../posts/store/posts.ts'
import { type ChannelSettings, settingsIn } from '../../../audience/store/channel-settings.ts'

/** What decides about a reply in a thread. */
export interface ThreadThere {
  /** The message of ours that began it, if it is known. */
  readonly root: PostRow | undefined
  /** The task that somebody connected the thread to. */
  readonly joinedTask: string | undefined
  readonly isTaskDeleted: boolean
  readonly settings: ChannelSettings
}

/** One statement, because Slack waits for it. */
const decisive = statement((db, { channel, threadTs }: Given<{ channel: string; threadTs: string }>) =>
  db
    .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
    .leftJoin('post as root', (join) => join.on('root.channel', '=', channel).on('root.ts', '=', threadTs))
    .leftJoin('task_thread as joined', (join) =>
      join.on('joined.channel', '=', channel).on('joined.thread_ts', '=', threadTs),
    )
    .leftJoin('channel_setting as setting', (join) => join.on('setting.channel', '=', channel))
    .leftJoin('known_task as task', (join) =>
      join.on((row) =>
        row('task.uuid', '=', row.fn.coalesce('joined.task_uuid', 'root.on_uuid', 'root.object_uuid')),
      ),
    )
    .selectAll('root')
    .select(['joined.task_uuid as joined', 'setting.settings', 'task.deleted_at as taskDeletedAt']),
)

export const threadAt = async (sql: Queries, channel: string, threadTs: string): Promise<ThreadThere> => {
  const { joined, settings, taskDeletedAt, ...root } = await decisive.one(sql, { channel, threadTs })
  return {
    root: root.id === null ? undefined : (root as PostRow),
    joinedTask: joined ?? undefined,
    isTaskDeleted: taskDeletedAt !== null,
    settings: settingsIn(settings ?? undefined),
  }
}
