import { projectOrNone } from './project-or-none.ts'
import type { ProjectReference } from './reference.ts'
import type { Subcommand } from './subcommand.ts'

export const fields: Subcommand<{ project: ProjectReference | undefined }> = {
  name: 'fields',
  summary: 'Shows the data fields of a project and their values; without a name, of this channel’s project.',
  usage: 'fields [name | external id | URL]',
  examples: ['fields Acme Corp – Standard Onboarding', 'fields'],
  parse: (text) => projectOrNone(fields, text),
}
