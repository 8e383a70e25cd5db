import type { Comment } from '../../../../contract/comment.ts'
import type { Given } from '../../../../database/statement.ts'
import type { Queries } from '../../../store/database.ts'
import { type KnownOfTask, knownFrom, withKnown } from '../../../store/known/known-of-task.ts'
import { apiUserKey } from '../../../store/settings.ts'
import { statement } from '../../../store/statement.ts'
import { mayBeEcho, type PartsLike, partsFrom } from '../../replies/store/echoes.ts'

/** What is stored around a comment. */
export interface AroundComment extends PartsLike {
  known: KnownOfTask
  /** The API key's own user, as far as it was learned. */
  apiUser: string | undefined
  /** Which member a person linked to the author. Undefined if nobody did; null: none. */
  linked: string | null | undefined
}

interface Asked {
  uuid: string
  taskUuid: string
  projectUuid: string
  author: string
}

const around = statement((db, given: Given<Asked>) =>
  withKnown(db, given)
    .leftJoin('reply_comment as part', (join) => join.on(mayBeEcho(given)))
    .leftJoin('person_link as link', (join) => join.on('link.tracker_uuid', '=', given.author))
    .selectAll('part')
    .select(['link.tracker_uuid', 'link.slack_user'])
    .select((row) => row.selectFrom('setting').select('value').where('key', '=', apiUserKey).as('api_user'))
    .orderBy('part.attempted_at', 'desc'),
)

/** Whose the comment may be, and what is known of its task, project and author. One query, because it runs for each. */
export const aroundComment = async (sql: Queries, comment: Comment): Promise<AroundComment> => {
  const { uuid, associated_object_uuid: task, parent_object_uuid: project } = comment
  const [taskUuid, projectUuid] = [task ?? '', project ?? '']
  const rows = await around.some(sql, { uuid, taskUuid, projectUuid, author: comment.created_by_uuid })
  const [row] = rows
  return {
    ...partsFrom(uuid, rows),
    known: knownFrom(row, taskUuid, projectUuid),
    apiUser: row.api_user ?? undefined,
    linked: row.tracker_uuid === null ? undefined : row.slack_user,
  }
}
