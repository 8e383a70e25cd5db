import type { Queries } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'

/** A comment in the side panel, from the tracker or from a reply. */
export interface ListedComment {
  /** The comment's uuid, or `reply-ID-PART` if the tracker has not confirmed it yet. */
  id: string
  /** Undefined if the text starts with the author, as in our own comments. */
  authorName: string | undefined
  userId: string | undefined
  text: string
  /** What the reply sent, if an event told of its comment since. */
  sent?: string | undefined
  /** True for text from Slack that does not start with the author yet. */
  asTyped?: boolean
  repliedTo: string | undefined
  createdAt: number
  editedAt: number | undefined
  /** The reply's state. `done` for every comment in the tracker. */
  state: BotTables['reply']['state']
}

/** Where the previous page ended. Older comments follow. */
export interface CommentCursor {
  createdAt: number
  id: string
}

const toldByEvents = (sql: Queries, taskUuid: string, after: CommentCursor, limit: number) =>
  sql
    .selectFrom('known_comment as comment')
    .leftJoin('reply_comment as part', 'part.comment_uuid', 'comment.uuid')
    .leftJoin('reply', 'reply.id', 'part.reply_id')
    .select(['comment.uuid', 'comment.author_name', 'comment.text', 'comment.replied_to_uuid'])
    .select(['comment.created_at', 'comment.edited_at', 'reply.user_id', 'part.body'])
    .where('comment.task_uuid', '=', taskUuid)
    .where('comment.deleted_at', 'is', null)
    .where('comment.text', 'is not', null)
    .where((row) =>
      row.or([
        row('comment.created_at', '<', after.createdAt),
        row.and([row('comment.created_at', '=', after.createdAt), row('comment.uuid', '<', after.id)]),
      ]),
    )
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.uuid', 'desc')
    .limit(limit)
    .execute()

/** Comments written in Slack whose event has not arrived: accepted by the tracker, or on their way. */
const ofReplies = (sql: Queries, taskUuid: string, after: CommentCursor, limit: number) =>
  sql
    .selectFrom('reply')
    .leftJoin('reply_comment as part', 'part.reply_id', 'reply.id')
    .leftJoin('known_comment as comment', 'comment.uuid', 'part.comment_uuid')
    .select(['reply.id', 'reply.user_id', 'reply.text', 'reply.state', 'reply.created_at'])
    .select(['part.part', 'part.body', 'part.comment_uuid'])
    .where('reply.task_uuid', '=', taskUuid)
    .where('reply.state', '<>', 'cancelled')
    .where('comment.text', 'is', null)
    .where('reply.created_at', '<=', after.createdAt)
    .orderBy('reply.created_at', 'desc')
    .orderBy('reply.id', 'desc')
    .orderBy('part.part', 'desc')
    .limit(limit)
    .execute()

const newestFirst = (one: ListedComment, other: ListedComment) =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)

const isAfter = ({ createdAt, id }: ListedComment, after: CommentCursor) =>
  createdAt < after.createdAt || (createdAt === after.createdAt && id < after.id)

/** A task's comments, newest first, after the cursor. */
export const commentsOf = async (
  sql: Queries,
  taskUuid: string,
  limit: number,
  after: CommentCursor = { createdAt: Number.MAX_SAFE_INTEGER, id: '' },
): Promise<ListedComment[]> => {
  const told = await toldByEvents(sql, taskUuid, after, limit)
  // Fetches more, to resolve ties at the cursor below. Few replies share a millisecond.
  const replies = await ofReplies(sql, taskUuid, after, limit + 20)
  const listed: ListedComment[] = [
    ...told.map((row) => ({
      id: row.uuid,
      authorName: row.user_id === null ? (row.author_name ?? '') : undefined,
      userId: row.user_id ?? undefined,
      text: row.text ?? '',
      sent: row.body ?? undefined,
      repliedTo: row.replied_to_uuid ?? undefined,
      createdAt: row.created_at,
      editedAt: row.edited_at ?? undefined,
      state: 'done' as const,
    })),
    ...replies.map((row) => ({
      id: row.comment_uuid ?? `reply-${row.id}-${row.part ?? 0}`,
      authorName: undefined,
      userId: row.user_id,
      text: row.body ?? row.text,
      asTyped: row.body === null,
      repliedTo: undefined,
      createdAt: row.created_at,
      editedAt: undefined,
      state: row.comment_uuid === null ? row.state : ('done' as const),
    })),
  ]
  return listed
    .filter((comment) => isAfter(comment, after))
    .sort(newestFirst)
    .slice(0, limit)
}

/** The number of known comments of a task, and the time of the newest. */
export const commentCount = async (
  sql: Queries,
  taskUuid: string,
): Promise<{ count: number; latestAt: number | undefined }> => {
  const told = await sql
    .selectFrom('known_comment')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('created_at').as('latest')])
    .where('task_uuid', '=', taskUuid)
    .where('deleted_at', 'is', null)
    .where('text', 'is not', null)
    .executeTakeFirst()
  const own = await sql
    .selectFrom('reply_comment as part')
    .innerJoin('reply', 'reply.id', 'part.reply_id')
    .leftJoin('known_comment as comment', 'comment.uuid', 'part.comment_uuid')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('reply.created_at').as('latest')])
    .where('part.task_uuid', '=', taskUuid)
    .where('part.comment_uuid', 'is not', null)
    .where('comment.text', 'is', null)
    .executeTakeFirst()
  const latest = Math.max(told?.latest ?? 0, own?.latest ?? 0)
  return {
    count: Number(told?.count ?? 0) + Number(own?.count ?? 0),
    latestAt: latest > 0 ? latest : undefined,
  }
}
