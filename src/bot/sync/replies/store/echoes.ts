import type { ExpressionBuilder } from 'kysely'
import type { Given } from '../../../../database/statement.ts'
import { statement } from '../../../store/statement.ts'
import type { Queries } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'
import type { ReplyPart } from './replies.ts'

const rank = { sending: 0, unknown: 1, waiting: 2, done: 3 }

interface Said {
  uuid: string
  taskUuid: string
}

/** The parts that a comment may be: the one with its uuid, and the unconfirmed ones on its task. */
export const mayBeEcho =
  ({ uuid, taskUuid }: Given<Said>) =>
  (row: ExpressionBuilder<{ part: BotTables['reply_comment'] }, 'part'>) =>
    row.or([
      row('part.comment_uuid', '=', uuid),
      row.and([
        row('part.task_uuid', '=', taskUuid),
        row('part.state', 'in', ['sending', 'unknown', 'waiting']),
        row('part.attempted_at', 'is not', null),
        row('part.comment_uuid', 'is', null),
      ]),
    ])

const likely = statement((db, given: Given<Said>) =>
  db
    .selectFrom('reply_comment as part')
    .selectAll('part')
    .where(mayBeEcho(given))
    .orderBy('part.attempted_at', 'desc'),
)

/** The reply parts that a comment may belong to. */
export interface PartsLike {
  /** The one with its uuid. */
  own: ReplyPart | undefined
  /**
   * The unconfirmed ones on its task. Those being sent come first, then unanswered ones, then those that a person sends
   * again.
   */
  inDoubt: ReplyPart[]
}

type Found = { [Column in keyof ReplyPart]: ReplyPart[Column] | null }

export const partsFrom = (uuid: string, rows: readonly Found[]): PartsLike => {
  const parts = rows.flatMap((row) => (row.reply_id === null ? [] : [row as ReplyPart]))
  return {
    own: parts.find((row) => row.comment_uuid === uuid),
    inDoubt: parts
      .filter((row) => row.comment_uuid === null)
      .sort((one, other) => rank[one.state] - rank[other.state]),
  }
}

export const partsLike = async (sql: Queries, uuid: string, taskUuid = ''): Promise<PartsLike> =>
  partsFrom(uuid, await likely.all(sql, { uuid, taskUuid }))
