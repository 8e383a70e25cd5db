import type { Comment } from '../../contract/comment.ts'
import type { EventName } from '../../contract/event.ts'
import { startOf } from '../../contract/text/start-of.ts'
import type { Deps, ActorTx } from '../deps.ts'
import { fullName } from '../store/people/people.ts'
import { commentsByUuid } from '../store/projects/comments.ts'
import type { CommentRow, PersonRow, Scope } from '../store/rows.ts'
import { announce } from './announce.ts'
import { type RecordForm, writtenFacts } from './written.ts'

/** Set when somebody else deleted the comment. Only pages show such a comment, without its text. */
interface Removed {
  readonly by: string
  readonly at: number
}
export type CommentRecord = Comment & { readonly removed?: Removed }

const removal = ({ removed_by: by, removed_at: at }: CommentRow) =>
  by !== null && at !== null && { removed: { by, at } }

/** The integer ids from before 2026-07-31 of the comments that these reply to. */
const answeredIds = async (scope: Scope, comments: readonly CommentRow[]) => {
  const answered = comments.map((comment) => comment.replied_to).filter((uuid) => uuid !== null)
  const ids = new Map((await commentsByUuid(scope, answered)).map(({ uuid, id }) => [uuid, id]))
  return ({ replied_to: uuid }: CommentRow) => ({ replied_to_comment_id: ids.get(uuid ?? '') ?? null })
}

/** Comments in the form of replies and events. */
export const commentRecords = async (
  scope: Scope,
  comments: readonly CommentRow[],
  deps: RecordForm,
): Promise<CommentRecord[]> => {
  const factsOf = await writtenFacts(scope, comments, deps)
  const idsOf = deps.legacyIds ? await answeredIds(scope, comments) : undefined
  return comments.map((comment) => ({
    ...factsOf(comment),
    associated_object_uuid: comment.task_uuid,
    associated_object_type: 'TASK',
    replied_to_comment_uuid: comment.replied_to,
    ...idsOf?.(comment),
    ...removal(comment),
  }))
}

export const commentRecord = async (scope: Scope, comment: CommentRow, deps: Pick<Deps, 'legacyIds'>) => {
  const [made] = await commentRecords(scope, [comment], deps)
  if (!made) throw new TypeError('one comment makes one record')
  return made
}

const mention = (person: PersonRow) => ({
  mentioned_user: { uuid: person.uuid, full_name: fullName(person), email_address: person.email },
})

export const announceComment = async (
  acting: ActorTx,
  name: EventName,
  comment: CommentRow,
  mentioned?: PersonRow,
): Promise<Comment> => {
  const said = await commentRecord(acting, comment, acting.deps)
  const about = { ...comment, name: startOf(comment.message_plain, 100) }
  await announce(acting, name, about, { comment: said, ...(mentioned && mention(mentioned)) })
  return said
}
