import { z } from 'zod'
import { maybe, number, text, maybeFlags, numbers, texts } from '../../kit/facts.ts'
import {
  type Inline,
  link,
  line,
  bold,
  dotted,
  gap,
  type Message,
  messageOfMost,
  note,
  when,
} from '../../kit/message.ts'
import { count } from '../../kit/words.ts'
import { actions } from '../../kit/ids.ts'
import { cut } from '../../kit/limits.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { dayText } from '../../kit/mrkdwn.ts'

const digestItem = z.object({
  name: text,
  /** The task’s. */
  ...maybe('uuid'),
  ...maybe('url'),
  /** In brackets after the name: `3 days`, `since 18 Nov`. */
  ...maybe('detail'),
  /** How many of the total this item represents, such as a task's comments. Default 1. */
  standsFor: number.optional(),
})
export type DigestItem = z.output<typeof digestItem>

const digestItems = z.object({ total: number, named: z.array(digestItem).readonly().optional() })
export type DigestItems = z.output<typeof digestItems>

const words = {
  done: (total: number) => `${count(total, 'task')} done`,
  late: (total: number) => `${count(total, 'task')} overdue`,
  waiting: (total: number) => `${count(total, 'task')} waiting on the customer`,
  comments: (total: number) => count(total, 'comment'),
}
export type ItemKind = keyof typeof words
export const itemKinds = Object.keys(words) as ItemKind[]

export const itemSpans = ({ url, name, detail }: DigestItem): Inline[] => [
  link(url, name),
  detail !== undefined && ` (${detail})`,
]

/** At most `most` names, and the number of others. Undefined if there are none. */
export const someItems = (kind: ItemKind, { total, named = [] }: DigestItems, most: number) => {
  if (total === 0) return undefined
  const shown = named.slice(0, most)
  const rest = total - shown.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)
  const more = rest > 0 ? rest.toLocaleString('en-US') : undefined
  return { head: words[kind](total), shown, more }
}

const itemsLine = (kind: ItemKind, items: DigestItems, most: number) => {
  const list = someItems(kind, items, most)
  return (
    list &&
    line(
      list.head,
      ...list.shown.flatMap((item, index) => [index === 0 ? ': ' : ', ', ...itemSpans(item)]),
      list.more !== undefined && list.shown.length > 0 && ` and ${list.more} more`,
    )
  )
}

export const nextLine = (next: DigestItem | undefined) => next && line('Next: ', itemSpans(next))

const digestProject = z.object({
  ...texts('uuid', 'name'),
  ...maybe('url'),
  ...maybeFlags('overdue'),
  percentage: number.optional(),
  /** Set if the project was completed in this period. YYYY-MM-DD. */
  ...maybe('completedDate'),
  done: digestItems,
  late: digestItems,
  waiting: digestItems,
  comments: digestItems,
  next: digestItem.optional(),
})
export type DigestProject = z.output<typeof digestProject>

export const digestSchema = z.object({
  every: z.enum(['daily', 'weekly']).optional(),
  sinceAt: text,
  projects: z.array(digestProject).readonly(),
  /** How many projects have news, and the index of the first one shown. */
  ...numbers('total', 'offset'),
  /** Shown to one person. Nothing is posted. */
  ...maybeFlags('preview'),
})
export type DigestFacts = z.output<typeof digestSchema>

export const projectsInDigest = 5

const namedInLine = 5

export const projectHead = ({ url, name: label, percentage, overdue, completedDate }: DigestProject) =>
  dotted(
    link(url, label, { bold: true }),
    percentage !== undefined && `${Math.round(percentage)}% done`,
    overdue === true && 'Overdue',
    completedDate !== undefined && `Completed ${dayText(completedDate)}`,
  )

/** Each project starts a new block. */
const projectParts = (project: DigestProject) => [
  gap,
  projectHead(project),
  ...itemKinds.map((kind) => itemsLine(kind, project[kind], namedInLine)),
  nextLine(project.next),
]

/** Not for comments: their count is of comments, but their names are of tasks. */
const hasMore = ({ done, late, waiting }: DigestProject): boolean =>
  [done, late, waiting].some(({ total, named = [] }) => total > named.length)

const parts = (facts: DigestFacts, shown: readonly DigestProject[]) => {
  const { every, sinceAt, total, offset, preview } = facts
  const since = Date.parse(sinceAt)
  const rest = total - offset - shown.length
  return [
    line(bold('Digest'), every && ` (${every})`, `: ${count(total, 'project')}, since `, when(sinceAt)),
    ...shown.flatMap(projectParts),
    buttons(
      ...shown.map(
        (project) =>
          hasMore(project) &&
          button(actions.digestMore, `More of ${cut(project.name, 30)}`, {
            value: `${since}:project:${project.uuid}`,
            label: `Show more of ${project.name}`,
          }),
      ),
      rest > 0 &&
        button(actions.digestMore, count(rest, 'more project'), {
          value: `${since}:from:${offset + shown.length}`,
        }),
    ),
    preview === true && note('Only you see this. Nothing was posted.'),
  ]
}

/** At most five lines per project. */
export const digest = (facts: DigestFacts): Message =>
  messageOfMost(facts.projects, projectsInDigest, (shown) => parts(facts, shown))
