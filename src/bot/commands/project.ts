import { projectOrNone } from './project-or-none.ts'
import type { ProjectReference } from './reference.ts'
import type { Subcommand } from './subcommand.ts'

export const project: Subcommand<{ project: ProjectReference | undefined }> = {
  name: 'project',
  summary: 'Shows one project; without a name, the projects of this channel.',
  usage: 'project [name | external id | URL]',
  examples: [
    'project Acme Corp – Standard Onboarding',
    'project https://tracker.example/projects/3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
    'project',
  ],
  parse: (text) => projectOrNone(project, text),
}
