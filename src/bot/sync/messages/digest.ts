import { z } from 'zod'
import { optionalTexts, number, text, optionalFlags, texts } from '../../kit/facts.ts'
import { link, line, bold, dotted, gap, type Message, messageOfMost, note, when } from '../../kit/message.ts'
import { command } from '../../kit/ids.ts'
import { dayText, count } from '../../kit/text.ts'
import { taskSpans } from '../../kit/project-card.ts'

const digestItemSchema = z.object({
  name: text,
  ...optionalTexts('uuid', 'url'),
  /** In brackets after the name: `3 days`, `since 18 Nov`. */
  ...optionalTexts('detail'),
  /** How many of the total this item represents, such as a task's comments. Default 1. */
  standsFor: number.optional(),
})
export type DigestItem = z.output<typeof digestItemSchema>

const digestItemsSchema = z.object({ total: number, named: z.array(digestItemSchema).readonly().optional() })
export type DigestItems = z.output<typeof digestItemsSchema>

const words = {
  done: (total: number) => `${count(total, 'task')} done`,
  late: (total: number) => `${count(total, 'task')} overdue`,
  waiting: (total: number) => `${count(total, 'task')} waiting on the customer`,
  comments: (total: number) => count(total, 'comment'),
}
type ItemKind = keyof typeof words
const itemKinds = Object.keys(words) as ItemKind[]

const itemsLine = (kind: ItemKind, { total, named = [] }: DigestItems) => {
  if (total === 0) return undefined
  const rest = total - named.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)
  return line(
    words[kind](total),
    ...named.flatMap((item, index) => [index === 0 ? ': ' : ', ', ...taskSpans(item)]),
    rest > 0 && named.length > 0 && ` and ${rest.toLocaleString('en-US')} more`,
  )
}

const digestProjectSchema = z.object({
  ...texts('uuid', 'name'),
  ...optionalTexts('url'),
  ...optionalFlags('overdue'),
  percentage: number.optional(),
  /** Set if the project was completed or archived in this period. YYYY-MM-DD. */
  ...optionalTexts('completedDate', 'archivedDate'),
  done: digestItemsSchema,
  late: digestItemsSchema,
  waiting: digestItemsSchema,
  comments: digestItemsSchema,
  next: digestItemSchema.optional(),
})
export type DigestProject = z.output<typeof digestProjectSchema>

export const digestSchema = z.object({
  every: z.enum(['daily', 'weekly']).optional(),
  sinceAt: text,
  projects: z.array(digestProjectSchema).readonly(),
  /** How many projects have news. */
  total: number,
})
export type DigestFacts = z.output<typeof digestSchema>

export const projectsInDigest = 10

const projectHead = (project: DigestProject) => {
  const { url, name: label, percentage, overdue, completedDate, archivedDate } = project
  return dotted(
    link(url, label, { bold: true }),
    percentage !== undefined && `${Math.round(percentage)}% done`,
    overdue === true && 'Overdue',
    completedDate !== undefined && `Completed ${dayText(completedDate)}`,
    archivedDate !== undefined && `Archived ${dayText(archivedDate)}`,
  )
}

const projectParts = (project: DigestProject) => [
  gap,
  projectHead(project),
  ...itemKinds.map((kind) => itemsLine(kind, project[kind])),
  project.next && line('Next: ', taskSpans(project.next)),
]

const parts = ({ every, sinceAt, total }: DigestFacts, shown: readonly DigestProject[]) => {
  const rest = total - shown.length
  return [
    line(bold('Digest'), every && ` (${every})`, `: ${count(total, 'project')}, since `, when(sinceAt)),
    ...shown.flatMap(projectParts),
    rest > 0 && note(`And ${count(rest, 'more project')} with news: ${command} project shows one.`),
  ]
}

/** At most five lines per project. */
export const digest = (facts: DigestFacts): Message =>
  messageOfMost(facts.projects, projectsInDigest, (shown) => parts(facts, shown))
