import type { Queries, Tx } from '../../store/database.ts'
import { type PostRow, forgetMessage, lockPosts } from './posts.ts'

export interface TaskThread {
  channel: string
  threadTs: string
  taskUuid: string
}

/** Replies that were taken before stay with their task. False if the thread is the task's already. */
export const joinThread = async (
  tx: Tx,
  { channel, threadTs, taskUuid }: TaskThread,
  by: { user: string; at: number },
): Promise<boolean> => {
  const before = await joinedTask(tx.sql, channel, threadTs)
  if (before !== undefined && before !== taskUuid)
    await leaveThread(tx, { channel, threadTs, taskUuid: before })
  const again = { joined_by: by.user, joined_at: by.at, left_at: null }
  const joined = await tx.sql
    .insertInto('task_thread')
    .values({ channel, thread_ts: threadTs, task_uuid: taskUuid, ...again })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'thread_ts'])
        .doUpdateSet(again)
        .where('task_thread.left_at', 'is not', null),
    )
    .returning('thread_ts')
    .executeTakeFirst()
  if (joined) return true
  // Somebody else joined it to another task a moment ago.
  const isOthers = (await joinedTask(tx.sql, channel, threadTs)) !== taskUuid
  return isOthers && joinThread(tx, { channel, threadTs, taskUuid }, by)
}

export const joinedTask = async (sql: Queries, channel: string, threadTs: string | undefined) => {
  const row = await sql
    .selectFrom('task_thread')
    .select('task_uuid')
    .where('channel', '=', channel)
    .where('thread_ts', '=', threadTs ?? '')
    .executeTakeFirst()
  return row?.task_uuid
}

/** The channel's threads that became a task's since a time in ms, newest first. */
export const threadsJoined = async (sql: Queries, channel: string, since: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('task_thread')
    .select('thread_ts')
    .where('channel', '=', channel)
    .where('joined_at', '>', since)
    .orderBy('joined_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ thread_ts: ts }) => ts)
}

/** If the task's card was posted in the thread, the next thread gets a new card. `closedAt`: only the app stops posting there. */
export const leaveThread = async (tx: Tx, { channel, threadTs, taskUuid }: TaskThread, closedAt?: number) => {
  const thread = { channel, thread_ts: threadTs, task_uuid: taskUuid }
  const left =
    closedAt === undefined
      ? await tx.sql
          .deleteFrom('task_thread')
          .where((row) => row.and(thread))
          .returning('joined_at')
          .executeTakeFirst()
      : await tx.sql
          .updateTable('task_thread')
          .set({ left_at: closedAt })
          .where((row) => row.and(thread))
          .returning('joined_at')
          .executeTakeFirst()
  if (!left) return
  // Locked: a card that is being posted settles before this, or finds afterwards that the thread was left.
  const cards = await lockPosts(tx, 'task_card', taskUuid)
  const card = cards.find((one) => one.channel === channel)
  if (card?.state === 'posted' && (card.settled_at ?? 0) >= left.joined_at) await forgetMessage(tx.sql, card)
}

/** Replies under a former card of the task still become comments. */
export const keepThread = async (tx: Tx, { channel, threadTs, taskUuid }: TaskThread, now: number) => {
  const left = { joined_by: '', joined_at: now, left_at: now }
  await tx.sql
    .insertInto('task_thread')
    .values({ channel, thread_ts: threadTs, task_uuid: taskUuid, ...left })
    .onConflict((conflict) => conflict.columns(['channel', 'thread_ts']).doNothing())
    .execute()
}

/** The card was deleted, or takes no replies. The next message posts it again, in a new thread. */
export const leaveCard = async (
  tx: Tx,
  card: PostRow,
  { isTask, now }: { isTask: boolean; now: number },
): Promise<void> => {
  const { channel, ts, object_uuid: taskUuid } = card
  if (isTask && ts !== null) await keepThread(tx, { channel, threadTs: ts, taskUuid }, now)
  await forgetMessage(tx.sql, card)
}
