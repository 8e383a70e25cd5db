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
  quote,
} from '../../../kit/message.ts'
import { actions } from '../../../kit/ids.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { options, plain } from '../../../kit/form-elements.ts'
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

/** A task that waits for the team's reply. Only the team reads it. */
export interface AwaitedTask {
  uuid: string
  name: string
  url?: string | undefined
  projectName: string
  /** Whose it is. */
  assigneeName?: string | undefined
  /** The day of the customer's first words without a reply. */
  since: string
  /** The customer has waited longer than the workspace allows. */
  overdue: boolean
  /** Set if the task itself is overdue. */
  dueDate?: string | undefined
  /** The customer's last comment. Undefined if a form's answer came last, or if its text was cleared. */
  words?: { authorName: string; text: string } | undefined
  /** A customer answered a subtask. */
  answered?: boolean | undefined
  /** Permalink of the words, if a channel of the reader has them. */
  threadUrl?: string | undefined
}

const aboutALine = 120

const awaitedParts = (task: AwaitedTask) => [
  dotted(
    link(task.url, task.name, { bold: true }),
    name(task.projectName),
    task.overdue ? `Reply overdue, since ${task.since}` : `since ${task.since}`,
    task.dueDate !== undefined && `was due ${dayText(task.dueDate)}`,
    task.assigneeName !== undefined && name(`Assigned to ${task.assigneeName}`),
  ),
  task.words && quote(task.words.authorName, task.words.text, '', aboutALine),
  task.answered === true && 'The customer answered a subtask.',
  buttons(
    button(actions.open, 'Reply', {
      url: task.threadUrl ?? task.url,
      label: `Reply on ${task.name}`,
    }),
    button(actions.noAnswer, 'No answer needed', {
      value: task.uuid,
      label: `No answer needed for ${task.name}`,
    }),
  ),
]

export interface AwaitedTasks {
  total: number
  /** How many of them are overdue for a reply. */
  overdue: number
  named: readonly AwaitedTask[]
}

const overdueWords = (overdue: number) =>
  overdue > 0 && `, ${overdue.toLocaleString('en-US')} overdue for a reply`

/** *Waits for us*. */
const awaited = ({ total, overdue, named }: AwaitedTasks) =>
  total === 0
    ? []
    : [
        gap,
        line(bold('Waits for us'), overdueWords(overdue)),
        ...named.flatMap(awaitedParts),
        total > named.length && note(`and ${count(total - named.length, 'more task')}`),
      ]

/** In working days. */
export const replyDueChoices = [1, 2, 3, 5] as const

/** What is overdue for a reply in this workspace. `canChange`: for its admins. */
export const replyDue = ({ days, canChange }: { days: number; canChange: boolean }) => [
  `A customer’s words are overdue for a reply after ${count(days, 'working day')}.`,
  canChange &&
    buttons({
      type: 'static_select',
      action_id: actions.replyDue,
      placeholder: plain('Change for this workspace…', 150),
      options: options(
        replyDueChoices.map((one) => ({ value: String(one), text: `After ${count(one, 'working day')}` })),
      ),
    }),
]

export const noAnswerNeeded = ({ taskName }: { taskName: string }): Message =>
  message(say`${bold(taskName)} no longer waits for us. The customer’s next words bring it back.`)

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

/** Both longest first. `forTeam`: undefined where outsiders read. */
export const waitingTasks = ({
  forTeam,
  tasks,
  total,
  knowsAll,
}: {
  forTeam?: AwaitedTasks | undefined
  tasks: readonly WaitingTask[]
  total: number
  /** The tracker lists tasks. Otherwise only those count that the app knows from events. */
  knowsAll: boolean
}): Message => {
  const known = knowsAll ? '' : ' that the app knows'
  return messageOfMost(tasks, waitingTasksShown, (shown) => [
    forTeam?.total === 0 && `No tasks${known} wait for us.`,
    ...(forTeam ? awaited(forTeam) : []),
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
  forTeam: AwaitedTasks
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

export const isFree = ({ forTeam, overdue, assigned, mentioned, waiting }: YourDayFacts): boolean =>
  forTeam.total + overdue.total + assigned.total + mentioned.total + waiting.length === 0

export const yourDayParts = ({
  forTeam,
  overdue,
  assigned,
  mentioned,
  waiting,
  ...facts
}: Omit<YourDayFacts, 'day'>) => {
  const customers = waiting.slice(0, customersShown)
  const more = waiting.length - customers.length
  return [
    ...awaited(forTeam),
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
  const { day, forTeam, overdue, assigned, mentioned } = facts
  return message(
    { ...heading('Your day'), said: '' },
    { ...line(dayText(day)), said: line(bold('Your day'), `, ${dayText(day)}`).said },
    dotted(
      forTeam.total > 0 &&
        `${count(forTeam.total, 'task')} ${forTeam.total === 1 ? 'waits' : 'wait'} for us${overdueWords(forTeam.overdue) || ''}`,
      overdue.total > 0 && `${count(overdue.total, 'task')} overdue`,
      assigned.total > 0 &&
        `${count(assigned.total, overdue.total > 0 ? 'other task' : 'task')} assigned to you`,
      mentioned.total > 0 && `mentioned on ${count(mentioned.total, 'task')}`,
    ),
    ...yourDayParts(facts),
    note('You can turn this off on the app’s Home tab.'),
  )
}
