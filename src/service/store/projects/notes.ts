import { type NoteRow, rowsOf, type Scope } from '../rows.ts'

export const notesOfProject = (scope: Scope, uuid: string): Promise<NoteRow[]> =>
  rowsOf(scope, 'note').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()
