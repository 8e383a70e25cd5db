import { z } from 'zod'
import { optionalTexts, number, portalFacts, text, optionalFlags, texts } from '../../kit/facts.ts'
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
  forTeam: (total: number) => `${count(total, 'task')} ${total === 1 ? 'waits' : 'wait'} for us`,
  done: (total: number) => `${count(total, 'task')} done`,
  late: (total: number) => `${count(total, 'task')} overdue`,
  waiting: (total: number) => `${count(total, 'task')} waiting on the customer`,
  comments: (total: number) => count(total, 'comment'),
}
type ItemKind = keyof typeof words
const itemKinds = Object.keys(words) as ItemKind[]

const itemsLine = (kind: ItemKind, { total, named = [] }: DigestItems = { total: 0 }) => {
  if (total === 0) return undefined
  const rest = total - named.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)
  return line(
    words[kind](total),
    ...named.flatMap((item, index) => [index === 0 ? ': ' : ', ', ...taskSpans(item)]),
    rest > 0 && named.length > 0 && ` and ${rest.toLocaleString('en-US')} more`,
  )
}

const projectShape = {
  ...texts('uuid', 'name'),
  ...optionalTexts('url'),
  ...optionalFlags('overdue'),
  /** Set if the project was completed or archived in this period. YYYY-MM-DD. */
  ...optionalTexts('completedDate', 'archivedDate'),
  done: digestItemsSchema,
  late: digestItemsSchema,
  waiting: digestItemsSchema,
  comments: digestItemsSchema,
  next: digestItemSchema.optional(),
}
/** `forTeam`: tasks that wait for the team's reply. */
const digestProjectSchema = z.object({
  ...projectShape,
  percentage: number.optional(),
  forTeam: digestItemsSchema.optional(),
})
export type DigestProject = z.output<typeof digestProjectSchema>

const period = { every: z.enum(['daily', 'weekly']).optional(), sinceAt: text }
/** `total`: how many projects have news. */
const newsOf = <Project extends z.ZodType>(project: Project) => ({
  projects: z.array(project).readonly(),
  total: number,
})

/** `visible`: only in digests that were made for outsiders. All that these say is worked out from it. */
export const portalDigestSchema = portalFacts(
  z.object({ ...period, visible: z.object(newsOf(z.object(projectShape))) }),
)
const teamDigestSchema = z.object({ ...period, ...newsOf(digestProjectSchema) })
export const digestSchema = z.union([teamDigestSchema, portalDigestSchema])
export type DigestFacts = z.output<typeof digestSchema>

/** The projects that a digest tells of, whoever it was made for. */
export const newsIn = (facts: DigestFacts): { projects: readonly DigestProject[]; total: number } =>
  'visible' in facts ? facts.visible : facts

/** Uuids of all projects and tasks that it names. */
export const namedIn = (facts: DigestFacts) => {
  const { projects } = newsIn(facts)
  return {
    projects: projects.map(({ uuid }) => uuid),
    tasks: projects.flatMap(({ forTeam = { total: 0 }, done, late, waiting, comments, next }) => [
      next?.uuid,
      ...[forTeam, done, late, waiting, comments].flatMap(({ named = [] }) => named).map(({ uuid }) => uuid),
    ]),
  }
}

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

const parts = (facts: DigestFacts, shown: readonly DigestProject[]) => {
  const { every, sinceAt } = facts
  const { total } = newsIn(facts)
  const rest = total - shown.length
  return [
    line(bold('Digest'), every && ` (${every})`, `: ${count(total, 'project')}, since `, when(sinceAt)),
    ...shown.flatMap(projectParts),
    rest > 0 && note(`And ${count(rest, 'more project')} with news: ${command} project shows one.`),
  ]
}

/** At most six lines per project. */
export const digest = (facts: DigestFacts): Message =>
  messageOfMost(newsIn(facts).projects, projectsInDigest, (shown) => parts(facts, shown))
