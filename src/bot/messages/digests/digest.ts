import { actions } from '../kit/ids.ts'
import {
  bold,
  button,
  buttons,
  dotted,
  link,
  line,
  type Message,
  messageOfMost,
  note,
  only,
  when,
} from '../kit/message.ts'
import { cut } from '../kit/limits.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { count } from '../kit/words.ts'

export interface DigestItem {
  name: string
  url?: string | undefined
  /** In brackets behind the name: `3 days`, `since 18 Nov`. */
  detail?: string | undefined
  /** How many of the total it stands for: comments are named by their task. Default 1. */
  standsFor?: number | undefined
}

/** How many there are, and those that are named. */
export interface DigestItems {
  total: number
  named?: readonly DigestItem[] | undefined
}

export interface DigestProject {
  uuid: string
  name: string
  url?: string | undefined
  percentage?: number | undefined
  overdue?: boolean | undefined
  /** The project itself was completed in this time; YYYY-MM-DD. */
  completedDate?: string | undefined
  done: DigestItems
  late: DigestItems
  waiting: DigestItems
  comments: DigestItems
  next?: DigestItem | undefined
}

export interface DigestFacts {
  every?: 'daily' | 'weekly' | undefined
  /** From when on it tells. */
  sinceAt: string
  projects: readonly DigestProject[]
  /** Of how many projects there is something to say, and the place of the first of these among them. */
  total: number
  offset: number
  /** To one person who asked: nothing was posted. */
  preview?: boolean | undefined
}

export const projectsInDigest = 5

/** However many are given. */
const namedInLine = 5

/** How many of the total these do not stand for. */
export const unnamed = (total: number, shown: readonly DigestItem[]): number =>
  total - shown.reduce((sum, { standsFor = 1 }) => sum + standsFor, 0)

const list = (words: string, { total, named = [] }: DigestItems) => {
  if (total === 0) return undefined
  const shown = named.slice(0, namedInLine)
  const items = shown.flatMap(({ name: label, url, detail }, index) => [
    index === 0 ? ': ' : ', ',
    link(url, label),
    detail !== undefined && ` (${detail})`,
  ])
  const rest = unnamed(total, shown)
  return line(words, ...items, rest > 0 && shown.length > 0 && ` and ${rest.toLocaleString('en-US')} more`)
}

export const projectHead = ({ url, name: label, percentage, overdue, completedDate }: DigestProject) =>
  dotted(
    link(url, label, { bold: true }),
    percentage !== undefined && `${Math.round(percentage)} % done`,
    overdue === true && 'Overdue',
    completedDate !== undefined && `Completed ${dayText(completedDate)}`,
  )

const projectParts = (project: DigestProject) => {
  const { done, late, waiting, comments, next } = project
  return [
    // A block of its own: the eye finds where a project begins.
    only(),
    projectHead(project),
    list(`${count(done.total, 'task')} done`, done),
    list(`${count(late.total, 'task')} overdue`, late),
    list(`${count(waiting.total, 'task')} waiting on the customer`, waiting),
    list(count(comments.total, 'comment'), comments),
    next && line('Next: ', link(next.url, next.name), next.detail !== undefined && ` (${next.detail})`),
  ]
}

/** Comments have tasks for items: their number is not the number of what could be named. */
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
          button({
            action: actions.digestMore,
            text: `More of ${cut(project.name, 30)}`,
            value: `${since}:project:${project.uuid}`,
            label: `Show more of ${project.name}`,
          }),
      ),
      rest > 0 &&
        button({
          action: actions.digestMore,
          text: `${rest.toLocaleString('en-US')} more projects`,
          value: `${since}:from:${offset + shown.length}`,
        }),
    ),
    preview === true && note('Only you see this. Nothing was posted.'),
  ]
}

/** What happened in a channel's projects, and what is open: five lines a project at most. */
export const digest = (facts: DigestFacts): Message =>
  messageOfMost(facts.projects, projectsInDigest, (shown) => parts(facts, shown))
