import { z } from 'zod'
import { maybe, maybeFlags, number, text, texts } from '../facts.ts'
import { actions } from '../ids.ts'
import { button, buttons, openButton } from '../buttons.ts'
import { dotted, type Inline, line, link, type Message, message, name } from '../message.ts'
import { dayText } from '../text/mrkdwn.ts'
import { count, daysLate, progress } from '../text/words.ts'

/** `uuid`: checked again before the card is changed. */
const task = z.object({ ...texts('uuid', 'name'), ...maybe('url', 'detail') })

export const projectCardSchema = z.object({
  name: text,
  ...maybe('uuid', 'accountName', 'ownerName'),
  /** `Active`, `Completed`, `Archived`. */
  ...maybe('state'),
  /** Set if the status name differs from the state. */
  ...maybe('status'),
  /** 0 to 100. */
  percentage: number.optional(),
  /** YYYY-MM-DD or ISO 8601; shown as calendar days. */
  ...maybe('startDate', 'dueDate', 'completedDate'),
  /** Today, YYYY-MM-DD. If set, the card says `3 days overdue` instead of `Overdue`. */
  ...maybe('today'),
  /** A page that the channel's readers can open. */
  ...maybe('url'),
  ...maybeFlags('overdue', 'canSubscribe', 'canPin', 'canMakeChannel'),
  /** Of the project's open tasks, those that the readers may see: the first, and how many there are. */
  late: z.object({ total: number, first: task }).optional(),
  /** `on`: the customer who has the first. */
  waiting: z.object({ total: number, first: task, ...maybe('on') }).optional(),
  /** Of how many the two figures are: the tasks that the app knows, and the readers may see. */
  known: number.optional(),
  next: task.optional(),
  /** It has a channel that was made for it. */
  ...maybeFlags('hasChannel'),
})
export type ProjectCardFacts = z.output<typeof projectCardSchema>

type Overdue = Pick<ProjectCardFacts, 'overdue' | 'dueDate' | 'today'>

/** `3 days overdue`, or `Overdue` if the number of days is unknown. */
export const overdueWords = ({ overdue, dueDate, today }: Overdue): string | undefined => {
  if (!overdue) return undefined
  const days = daysLate(dueDate, today)
  return days !== undefined && days > 0 ? `${count(days, 'day')} overdue` : 'Overdue'
}

const dateWords = (word: string, date: string | undefined) => date !== undefined && `${word} ${dayText(date)}`

const taskSpans = ({ name: label, url, detail }: z.output<typeof task>): Inline[] => [
  link(url, label),
  detail !== undefined && ` (${detail})`,
]

const others = (total: number) => total > 1 && ` and ${(total - 1).toLocaleString('en-US')} more`

/** What is overdue, who is waited on, and what comes next. */
const outlook = ({ late, waiting, known, next }: ProjectCardFacts) => {
  const parts: Inline[][] = []
  if (late)
    parts.push([`${count(late.total, 'task')} overdue: `, ...taskSpans(late.first), others(late.total)])
  if (waiting) {
    const on = waiting.on === undefined ? 'the customer' : name(waiting.on)
    parts.push(['Waiting on ', on, ': ', ...taskSpans(waiting.first), others(waiting.total)])
  }
  if (next) parts.push(['Next: ', ...taskSpans(next)])
  // The tracker lists no tasks: what is counted is among those that the app heard of.
  if ((late || waiting) && known !== undefined) parts.push([`The app knows ${count(known, 'task')}`])
  return parts.length > 0 && line(...parts.flatMap((part, index) => (index === 0 ? part : [' · ', ...part])))
}

export const projectLines = (facts: ProjectCardFacts) => [
  dotted(
    facts.accountName !== undefined && name(facts.accountName),
    facts.ownerName !== undefined && name(`Owner ${facts.ownerName}`),
    facts.state !== undefined && name(facts.state),
    facts.status !== undefined && facts.status !== facts.state && name(facts.status),
  ),
  dotted(
    facts.percentage !== undefined && progress(facts.percentage),
    overdueWords(facts),
    dateWords('Started', facts.startDate),
    dateWords('Due', facts.dueDate),
    dateWords('Completed', facts.completedDate),
  ),
]

/** At most four lines. */
export const projectCard = (facts: ProjectCardFacts): Message => {
  const { uuid, name: title, url, canSubscribe = false, canPin = false, canMakeChannel = false } = facts
  return message(
    line('Project ', link(url, title, { bold: true })),
    ...projectLines(facts),
    outlook(facts),
    buttons(
      canSubscribe &&
        uuid !== undefined &&
        button(actions.subscribe, 'Subscribe channel', {
          value: uuid,
          label: `Subscribe channel to ${title}`,
        }),
      canPin &&
        uuid !== undefined &&
        button(actions.pin, 'Pin', { value: uuid, label: `Pin the card of ${title}` }),
      canMakeChannel &&
        uuid !== undefined &&
        button(actions.makeChannel, 'Create a channel', {
          value: uuid,
          label: `Create a channel for ${title}`,
        }),
      facts.hasChannel === true &&
        uuid !== undefined &&
        button(actions.inviteCustomer, 'Invite the customer', { value: uuid }),
      openButton(url, title),
    ),
  )
}
