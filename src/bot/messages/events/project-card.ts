import { z } from 'zod'
import { maybe, maybeFlags, number, text } from '../facts.ts'
import { actions } from '../kit/ids.ts'
import { button, buttons, openButton } from '../kit/buttons.ts'
import { dotted, line, link, type Message, message, name } from '../kit/message.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { count, daysLate, progress } from '../kit/words.ts'

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

export const projectLines = (facts: ProjectCardFacts) => [
  dotted(
    facts.accountName !== undefined && name(facts.accountName),
    facts.ownerName !== undefined && name(`Owner ${facts.ownerName}`),
    facts.state !== undefined && name(facts.state),
    facts.status !== undefined && facts.status !== facts.state && name(facts.status),
  ),
  dotted(facts.percentage !== undefined && progress(facts.percentage), overdueWords(facts)),
  dotted(
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
    buttons(
      canSubscribe &&
        uuid !== undefined &&
        button(actions.subscribe, 'Subscribe channel', {
          value: uuid,
          label: `Subscribe channel to ${title}`,
        }),
      canPin &&
        uuid !== undefined &&
        button(actions.pin, 'Pin', { value: uuid, label: `Pin the card of ${title} and keep it up to date` }),
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
