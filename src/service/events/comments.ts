import type { Comment } from '../../contract/comment.ts'
import type { EventName } from '../../contract/event.ts'
import { startOf } from '../../contract/text/start-of.ts'
import type { Deps, ActorTx } from '../deps.ts'
import { fullName, peopleByUuid } from '../store/people/people.ts'
import { commentsByUuid } from '../store/projects/comments.ts'
import type { CommentRow, PersonRow, Scope, NoteRow } from '../store/rows.ts'
import { announce } from './announce.ts'
import { isoTime } from '../../contract/dates.ts'
import { markedHtml } from '../marked-html.ts'
import type { NoteTopic } from '../../contract/webhook.ts'
import type { ProjectRecord } from '../store/projects/projects.ts'

type Written = CommentRow | NoteRow

export interface RecordForm extends Pick<Deps, 'legacyIds'> {
  /** Leaves `message_rtf` out, for pages: they make their own HTML of what they show. */
  readonly isPlain?: boolean
}

/** What replies and events say of both comments and notes. One query reads all authors. */
const writtenFacts = async (
  scope: Scope,
  all: readonly Written[],
  { legacyIds, isPlain = false }: RecordForm,
): Promise<(one: Written) => Comment> => {
  const people = await peopleByUuid(
    scope,
    all.map((one) => one.created_by),
  )
  return (one) => {
    const author = people.get(one.created_by)
    return {
      uuid: one.uuid,
      created_by_uuid: one.created_by,
      created_by_name: author ? fullName(author) : null,
      message_plain: one.message_plain,
      message_rtf: isPlain ? null : markedHtml(one.message_plain),
      parent_object_uuid: one.project_uuid,
      parent_object_type: 'PROJECT',
      created_at: isoTime(one.created_at),
      edited_at: isoTime(one.edited_at),
      ...(legacyIds && { id: one.id, created_by_user_id: author?.id ?? null, vendor_id: 1 }),
    }
  }
}

/** The integer ids from before 2026-07-31 of the comments that these reply to. */
const answeredIds = async (scope: Scope, comments: readonly CommentRow[]) => {
  const answered = comments.map((comment) => comment.replied_to).filter((uuid) => uuid !== null)
  const ids = new Map((await commentsByUuid(scope, answered)).map(({ uuid, id }) => [uuid, id]))
  return ({ replied_to: uuid }: CommentRow) => ({ replied_to_comment_id: ids.get(uuid ?? '') ?? null })
}

/** Comments in the form of replies and events. */
export const commentRecords = async (scope: Scope, comments: readonly CommentRow[], deps: RecordForm) => {
  const factsOf = await writtenFacts(scope, comments, deps)
  const idsOf = deps.legacyIds ? await answeredIds(scope, comments) : undefined
  return comments.map((comment) => ({
    ...factsOf(comment),
    associated_object_uuid: comment.task_uuid,
    associated_object_type: 'TASK',
    replied_to_comment_uuid: comment.replied_to,
    ...idsOf?.(comment),
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

export const noteRecords = async (
  scope: Scope,
  notes: readonly NoteRow[],
  deps: RecordForm,
): Promise<Comment[]> => notes.map(await writtenFacts(scope, notes, deps))

export const noteRecord = async (scope: Scope, note: NoteRow, deps: Pick<Deps, 'legacyIds'>) =>
  (await writtenFacts(scope, [note], deps))(note)

export const announceNote = async (
  acting: ActorTx & { readonly project: ProjectRecord },
  topic: NoteTopic,
  note: NoteRow,
): Promise<Comment> => {
  const said = await noteRecord(acting, note, acting.deps)
  await announce(acting, topic, { ...note, name: acting.project.name }, { note: said })
  return said
}
