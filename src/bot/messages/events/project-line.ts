import { bold, type Inline, line, link, type Message, message, name, when } from '../kit/message.ts'

/** What happened to a project that is worth a line in its thread. */
export type ProjectLineFacts = { projectName: string; url?: string | undefined } & (
  | { change: 'archived'; by?: string | undefined; at?: string | undefined }
  | {
      change: 'invited'
      person: string
      role?: string | undefined
      customer?: boolean | undefined
      by?: string | undefined
    }
  | { change: 'status'; from?: string | undefined; to: string; by?: string | undefined }
  | { change: 'owner'; from?: string | undefined; to: string; by?: string | undefined }
  | { change: 'module-completed'; moduleName: string }
)

const by = (person: string | undefined) => person !== undefined && name(`, by ${person}`)

/** `from A to B`, or `B` alone when what it was is not known. */
const turned = (from: string | undefined, to: string) =>
  from === undefined ? [bold(to)] : [name(from), ' → ', bold(to)]

const archived = (facts: Extract<ProjectLineFacts, { change: 'archived' }>) => [
  'Archived',
  by(facts.by),
  ...(facts.at === undefined ? [] : [', ', when(facts.at)]),
]

const invited = (facts: Extract<ProjectLineFacts, { change: 'invited' }>) => [
  facts.customer ? 'Customer invited: ' : 'Invited: ',
  bold(facts.person),
  facts.role !== undefined && name(`, ${facts.role}`),
  by(facts.by),
]

const words = (facts: ProjectLineFacts): Inline[] => {
  if (facts.change === 'archived') return archived(facts)
  if (facts.change === 'invited') return invited(facts)
  if (facts.change === 'module-completed') return ['Module completed: ', bold(facts.moduleName)]
  const what = facts.change === 'status' ? 'Status: ' : 'Owner: '
  return [what, ...turned(facts.from, facts.to), by(facts.by)]
}

/** A line in the project's thread. */
export const projectLine = (facts: ProjectLineFacts): Message =>
  message(line(link(facts.url, facts.projectName), ' · ', words(facts)))
