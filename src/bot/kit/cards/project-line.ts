import { z } from 'zod'
import { maybe, maybeFlags, text } from '../facts.ts'
import { bold, type Inline, line, link, type Message, message, name, when } from '../message.ts'

export const projectLineSchema = z.object({ projectName: text, ...maybe('url') }).and(
  z.discriminatedUnion('change', [
    z.object({ change: z.literal('archived'), ...maybe('by', 'at') }),
    z.object({
      change: z.literal('invited'),
      person: text,
      ...maybe('role', 'by'),
      ...maybeFlags('customer'),
    }),
    z.object({ change: z.enum(['status', 'owner']), to: text, ...maybe('from', 'by') }),
    z.object({ change: z.literal('module-completed'), moduleName: text }),
  ]),
)
export type ProjectLineFacts = z.output<typeof projectLineSchema>

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
