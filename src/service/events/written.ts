import type { Comment } from '../../contract/comment.ts'
import { isoTime } from '../../contract/dates.ts'
import type { Deps } from '../deps.ts'
import { markedHtml } from '../marked-html.ts'
import { fullName, peopleByUuid } from '../store/people/people.ts'
import type { CommentRow, NoteRow, Scope } from '../store/rows.ts'

type Written = CommentRow | NoteRow

export interface RecordForm extends Pick<Deps, 'legacyIds'> {
  /** Leaves `message_rtf` out, for pages: they make their own HTML of what they show. */
  readonly isPlain?: boolean
}

/** What replies and events say of both comments and notes. One query reads all authors. */
export const writtenFacts = async (
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
