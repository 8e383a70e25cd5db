import { type ProjectReference, projectReference } from './reference.ts'
import { refused, type Subcommand } from './subcommand.ts'
import { unquoted } from './words.ts'

export const fields: Subcommand<{ project: ProjectReference | undefined }> = {
  name: 'fields',
  summary: 'Shows the data fields of a project and their values; without a name, of this channel’s project.',
  usage: 'fields [name | external id | URL]',
  examples: ['fields Acme Corp – Standard Onboarding', 'fields'],
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return { ok: true, project: undefined }
    const found = projectReference(words)
    return found
      ? { ok: true, project: found }
      : refused(fields, 'That URL is no project’s page of the tracker.')
  },
}
