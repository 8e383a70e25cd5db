import type { Comment } from '../../../contract/comment.ts'
import { maySeeNotes, onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announceNote, noteRecord } from '../../events/comments.ts'
import { notFound } from '../../refusals.ts'
import { addRow, type NoteRow, removeRow } from '../../store/rows.ts'
import type { CommentPatch, NewNote } from './inputs.ts'
import { onlyDeleter, onlyEditor, rewrite } from './comments.ts'
import { type Change, changePart, changeProject } from './within.ts'

export const createNote = (deps: Deps, actor: Actor, projectUuid: string, input: NewNote): Promise<Comment> =>
  changeProject(deps, actor, projectUuid, async (change) => {
    onlyInternal(change.person)
    const note = await addRow(change, 'note', {
      uuid: deps.newUuid(),
      project_uuid: change.project.uuid,
      created_by: change.person.uuid,
      message_plain: input.message_plain,
      created_at: deps.now(),
    })
    return announceNote(change, 'add_project_note', note)
  })

const changeNote = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (change: Change, note: NoteRow) => Promise<Comment>,
): Promise<Comment> =>
  changePart(deps, actor, 'note', uuid, (change, note) => {
    if (!maySeeNotes(change.person)) throw notFound('Note')
    return work(change, note)
  })

export const editNote = (deps: Deps, actor: Actor, uuid: string, patch: CommentPatch): Promise<Comment> =>
  changeNote(deps, actor, uuid, async (change, note) => {
    onlyEditor(change, 'note', note)
    const now = await rewrite(change, 'note', note, patch)
    return now ? announceNote(change, 'edit_project_note', now) : noteRecord(change, note, deps)
  })

export const removeNote = (deps: Deps, actor: Actor, uuid: string): Promise<Comment> =>
  changeNote(deps, actor, uuid, async (change, note) => {
    onlyDeleter(change, 'note', note)
    await removeRow(change, 'note', note.uuid)
    return announceNote(change, 'delete_project_note', note)
  })
