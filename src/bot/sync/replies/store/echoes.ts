import { sql as raw } from 'kysely'
import type { Given } from '../../../../database/statement.ts'
import { statement } from '../../../store/statement.ts'
import type { Queries } from '../../../store/database.ts'
import { apiUserKey } from '../../../store/settings.ts'
import type { ReplyPart } from './replies.ts'

const rank = { sending: 0, unknown: 1, waiting: 2, done: 3 }

const likely = statement((db, { uuid, taskUuid }: Given<{ uuid: string; taskUuid: string }>) =>
  db
    .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
    .leftJoin('reply_comment as part', (join) =>
      join.on((row) =>
        row.or([
          row('comment_uuid', '=', uuid),
          row.and([
            row('task_uuid', '=', taskUuid),
            row('state', 'in', ['sending', 'unknown', 'waiting']),
            row('attempted_at', 'is not', null),
            row('comment_uuid', 'is', null),
          ]),
        ]),
      ),
    )
    .selectAll('part')
    .select((row) => row.selectFrom('setting').select('value').where('key', '=', apiUserKey).as('apiUser'))
    .orderBy('attempted_at', 'desc'),
)

/**
 * The reply parts that a comment may belong to: the one with its uuid, and the unconfirmed ones on its task.
 * Those being sent come first, then unanswered ones, then those that a person sends again. Also the API key's own user,
 * as far as it was learned.
 */
export const partsLike = async (
  sql: Queries,
  uuid: string,
  taskUuid: string | undefined,
): Promise<{ own: ReplyPart | undefined; inDoubt: ReplyPart[]; apiUser: string | undefined }> => {
  const rows = await likely.all(sql, { uuid, taskUuid: taskUuid ?? '' })
  const parts = rows.flatMap((row) => (row.reply_id === null ? [] : [row as ReplyPart]))
  return {
    apiUser: rows[0]?.apiUser ?? undefined,
    own: parts.find((row) => row.comment_uuid === uuid),
    inDoubt: parts
      .filter((row) => row.comment_uuid === null)
      .sort((one, other) => rank[one.state] - rank[other.state]),
  }
}
