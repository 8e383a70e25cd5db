import {
  line,
  type Message,
  message,
  bold,
  note,
  name,
  dotted,
  link,
  messageOfMost,
  gap,
  heading,
  say,
} from '../../../kit/message.ts'
import { taskSpans } from '../../../kit/project-card.ts'
import type { DigestItem, DigestItems } from '../../../sync/messages/digest.ts'
import { dayText, count } from '../../../kit/text.ts'

export interface CardPinnedFacts {
  projectName: string
  /** Why Slack did not pin it: a missing scope, or this error code. */
  notPinned?: { scope: true } | { code: string } | undefined
}

export const cardPinned = ({ projectName, notPinned }: CardPinnedFacts): Message => {
  const project = bold(projectName)
  if (notPinned === undefined) return message(say`The card of ${project} is pinned.`)
  return message(
    say`The card of ${project} is in this channel.`,
    'scope' in notPinned
      ? say`It isn’t pinned: the app lacks the scope ${bold('pins:write')}. Ask a workspace admin to add it, then press
          Pin again. Or pin the message yourself.`
      : say`Slack didn’t pin it (${name(notPinned.code)}). Pin the message yourself, from its menu.`,
  )
}

export interface WaitingTask {
  name: string
  url?: string | undefined
  projectName: string
  assigneeName?: string | undefined
  /** YYYY-MM-DD. */
  sinceDay: string
}

export const waitingTasksShown = 10

const entry = ({ name: label, url, projectName, assigneeName, sinceDay }: WaitingTask) =>
  dotted(
    link(url, label, { bold: true }),
    name(projectName),
    `since ${dayText(sinceDay)}`,
    assigneeName !== undefined && name(assigneeName),
  )

/** Longest first. */
export const waitingTasks = ({
  tasks,
  total,
  knowsAll,
}: {
  tasks: readonly WaitingTask[]
  total: number
  /** The tracker lists tasks. Otherwise only those count that the app knows from events. */
  knowsAll: boolean
}): Message => {
  const known = knowsAll ? '' : ' that the app knows'
  return messageOfMost(tasks, waitingTasksShown, (shown) => [
    total === 0
      ? `No tasks${known} are waiting on customers.`
      : `${count(total, 'task')}${known} ${total === 1 ? 'is' : 'are'} waiting on customers, longest first:`,
    ...shown.map(entry),
    shown.length < total && note(`and ${(total - shown.length).toLocaleString('en-US')} more`),
  ])
}

export interface YourDayFacts {
  /** YYYY-MM-DD, in the person's time zone. */
  day: string
  overdue: DigestItems
  assigned: DigestItems
  mentioned: DigestItems
  waiting: readonly { account: string; tasks: number; since?: string | undefined }[]
  /** The tracker lists tasks. Otherwise only those count that the app knows from events. */
  knowsAll: boolean
}

const customersShown = 5

const items = (title: string, { total, named = [] }: DigestItems) =>
  total === 0
    ? []
    : [
        gap,
        line(bold(title)),
        ...named.map((item: DigestItem) => line('• ', taskSpans(item))),
        total > named.length && note(`and ${count(total - named.length, 'more task')}`),
      ]

export const isFree = ({ overdue, assigned, mentioned, waiting }: YourDayFacts): boolean =>
  overdue.total + assigned.total + mentioned.total + waiting.length === 0

export const yourDayParts = ({
  overdue,
  assigned,
  mentioned,
  waiting,
  ...facts
}: Omit<YourDayFacts, 'day'>) => {
  const customers = waiting.slice(0, customersShown)
  const more = waiting.length - customers.length
  return [
    ...items('Overdue', overdue),
    ...items('Assigned to you', assigned),
    ...items('Mentions that wait for your answer', mentioned),
    customers.length > 0 && gap,
    customers.length > 0 && line(bold('Waiting on your customers')),
    ...customers.map(({ account, tasks, since }) => {
      const from = since !== undefined && ` since ${dayText(since)}`
      return say`• ${name(account)}: ${count(tasks, 'task')}${from}`
    }),
    more > 0 && note(`and ${count(more, 'more customer')}`),
    !facts.knowsAll && note('Of the tasks that the app knows from events.'),
  ]
}

export const yourDay = (facts: YourDayFacts): Message => {
  const { day, overdue, assigned, mentioned } = facts
  return message(
    { ...heading('Your day'), text: '' },
    { ...line(dayText(day)), text: line(bold('Your day'), `, ${dayText(day)}`).text },
    dotted(
      overdue.total > 0 && `${count(overdue.total, 'task')} overdue`,
      assigned.total > 0 &&
        `${count(assigned.total, overdue.total > 0 ? 'other task' : 'task')} assigned to you`,
      mentioned.total > 0 && `mentioned on ${count(mentioned.total, 'task')}`,
    ),
    ...yourDayParts(facts),
    note('You can turn this off on the app’s Home tab.'),
  )
}
