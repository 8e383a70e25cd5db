import type { HelpEntry } from '../messages/answers/help.ts'
import { type ProjectReference, projectReference } from './reference.ts'
import { refused, type Refused } from './subcommand.ts'
import { unquoted } from './words.ts'

/** What follows a subcommand that takes a project, and without one means the channel's. */
export const projectOrNone = (
  entry: HelpEntry,
  text: string,
): { ok: true; project: ProjectReference | undefined } | Refused => {
  const words = unquoted(text)
  if (words === '') return { ok: true, project: undefined }
  const project = projectReference(words)
  return project ? { ok: true, project } : refused(entry, 'That URL is no project’s page of the tracker.')
}
