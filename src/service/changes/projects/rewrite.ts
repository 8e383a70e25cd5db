import { mayDelete, mayEdit } from '../../access.ts'
import { notAllowed } from '../../refusals.ts'
import { changeRow, type CommentRow, type NoteRow } from '../../store/rows.ts'
import type { CommentPatch } from './inputs.ts'
import { onlyAsSeen, writtenSeen } from './seen.ts'
import type { Change } from './within.ts'

type Table = 'comment' | 'note'

export const onlyEditor = ({ person, actor }: Change, table: Table, row: { created_by: string }): void => {
  if (!mayEdit(person, row, actor)) throw notAllowed(`You can't edit somebody else's ${table}.`)
}

export const onlyDeleter = ({ person }: Change, table: Table, row: { created_by: string }): void => {
  if (!mayDelete(person, row)) throw notAllowed(`You can't delete somebody else's ${table}.`)
}

/** Changes the text of a comment or a note. Undefined if the text stays the same. */
export const rewrite = async <R extends CommentRow | NoteRow>(
  change: Change,
  table: Table,
  row: R,
  patch: CommentPatch,
): Promise<R | undefined> => {
  onlyAsSeen(patch, writtenSeen(row))
  const { message_plain } = patch
  if (row.message_plain === message_plain) return undefined
  const changed = { message_plain, edited_at: change.deps.now() }
  await changeRow(change, table, row.uuid, changed)
  return { ...row, ...changed }
}
