import type { Comment } from '../../contract/comment.ts'
import type { NoteTopic } from '../../contract/webhook.ts'
import type { ActorTx, Deps } from '../deps.ts'
import type { ProjectRecord } from '../store/projects/projects.ts'
import type { NoteRow, Scope } from '../store/rows.ts'
import { announce } from './announce.ts'
import { type RecordForm, writtenFacts } from './written.ts'

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
