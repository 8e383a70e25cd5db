import type { Page } from '../like.ts'
import { type NoteRow, rowsOf, type Scope, tableOf } from '../rows.ts'
import { newestOf } from './comments.ts'

export const notesOfProject = (scope: Scope, uuid: string): Promise<NoteRow[]> =>
  rowsOf(scope, 'note').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()

export const notesOnPage = (scope: Scope, projectUuid: string, page: Page) =>
  newestOf(tableOf(scope, 'note').where('project_uuid', '=', projectUuid), page)
