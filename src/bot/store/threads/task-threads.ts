import type { Queries, Tx } from '../database.ts'

export interface TaskThread {
  channel: string
  threadTs: string
  taskUuid: string
}

/** The thread becomes the task's. Replies that were taken before stay with the task they were taken for. */
export const joinThread = async (
  tx: Tx,
  { channel, threadTs, taskUuid }: TaskThread,
  by: { user: string; at: number },
): Promise<void> => {
  const joined = { task_uuid: taskUuid, joined_by: by.user, joined_at: by.at }
  await tx.sql
    .insertInto('task_thread')
    .values({ channel, thread_ts: threadTs, ...joined })
    .onConflict((conflict) => conflict.columns(['channel', 'thread_ts']).doUpdateSet(joined))
    .execute()
}

export const joinedTask = async (
  sql: Queries,
  channel: string,
  threadTs: string | undefined,
): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('task_thread')
    .select('task_uuid')
    .where('channel', '=', channel)
    .where('thread_ts', '=', threadTs ?? '')
    .executeTakeFirst()
  return row?.task_uuid
}

/** Where the task's comments go in this channel, and since when, in ms. */
export const joinedThread = async (
  sql: Queries,
  channel: string,
  taskUuid: string,
): Promise<{ threadTs: string; at: number } | undefined> => {
  const row = await sql
    .selectFrom('task_thread')
    .select(['thread_ts', 'joined_at'])
    .where('channel', '=', channel)
    .where('task_uuid', '=', taskUuid)
    .orderBy('joined_at', 'desc')
    .orderBy('thread_ts', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { threadTs: row.thread_ts, at: row.joined_at }
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

export const leaveThread = async (tx: Tx, channel: string, threadTs: string): Promise<void> => {
  await tx.sql
    .deleteFrom('task_thread')
    .where('channel', '=', channel)
    .where('thread_ts', '=', threadTs)
    .execute()
}
