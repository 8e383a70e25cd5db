import { bold, type Inline, line, link, type Message, message, name, when } from '../kit/message.ts'

export type ProjectLineFacts = { projectName: string; url?: string | undefined } & (
  | { change: 'archived'; by?: string | undefined; at?: string | undefined }
  | {
      change: 'invited'
      person: string
      role?: string | undefined
      customer?: boolean | undefined
      by?: string | undefined
    }
  | { change: 'status' | 'owner'; from?: string | undefined; to: string; by?: string | undefined }
  | { change: 'module-completed'; moduleName: string }
)

const by = (person: string | undefined) => person !== undefined && name(`, by ${person}`)

/** `A → B`, or just `B` if the old value is unknown. */
const turned = ({ from, to }: { from?: string | undefined; to: string }) =>
  from === undefined ? [bold(to)] : [name(from), ' → ', bold(to)]

const words = (facts: ProjectLineFacts): Inline[] => {
  switch (facts.change) {
    case 'archived':
      return ['Archived', by(facts.by), ...(facts.at === undefined ? [] : [', ', when(facts.at)])]
    case 'invited':
      return [
        facts.customer ? 'Customer invited: ' : 'Invited: ',
        bold(facts.person),
        facts.role !== undefined && name(`, ${facts.role}`),
        by(facts.by),
      ]
    case 'status':
    case 'owner':
      return [facts.change === 'status' ? 'Status: ' : 'Owner: ', ...turned(facts), by(facts.by)]
    case 'module-completed':
      return ['Module completed: ', bold(facts.moduleName)]
  }
}

export const projectLine = (facts: ProjectLineFacts): Message =>
  message(line(link(facts.url, facts.projectName), ' · ', words(facts)))
