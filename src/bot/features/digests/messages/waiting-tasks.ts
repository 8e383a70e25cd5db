import { dotted, line, link, type Message, messageOfMost, name, note } from '../../../kit/message.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'
import { count } from '../../../kit/text/words.ts'

export interface WaitingTask {
  name: string
  url?: string | undefined
  projectName: string
  assigneeName?: string | undefined
  /** YYYY-MM-DD. */
  sinceDay: string
}

interface WaitingTasksFacts {
  /** Longest first. */
  tasks: readonly WaitingTask[]
  total: number
}

export const waitingTasksShown = 10

const entry = ({ name: label, url, projectName, assigneeName, sinceDay }: WaitingTask) =>
  dotted(
    link(url, label, { bold: true }),
    name(projectName),
    `since ${dayText(sinceDay)}`,
    assigneeName !== undefined && name(assigneeName),
  )

export const waitingTasks = ({ tasks, total }: WaitingTasksFacts): Message =>
  messageOfMost(tasks, waitingTasksShown, (shown) => [
    line(
      `${count(total, 'task')} that the app knows ${total === 1 ? 'is' : 'are'} waiting on customers`,
      total === 0 ? '.' : ', longest first:',
    ),
    ...shown.map(entry),
    shown.length < total && note(`and ${(total - shown.length).toLocaleString('en-US')} more`),
  ])
