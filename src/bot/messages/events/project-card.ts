import { actions } from '../kit/ids.ts'
import {
  button,
  buttons,
  dotted,
  line,
  link,
  linkButton,
  type Message,
  message,
  name,
} from '../kit/message.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { count, daysLate, progress } from '../kit/words.ts'

export interface ProjectCardFacts {
  uuid?: string | undefined
  name: string
  accountName?: string | undefined
  ownerName?: string | undefined
  /** `Active`, `Completed`, `Archived`. */
  state?: string | undefined
  /** The status' name, when it says more than the state. */
  status?: string | undefined
  /** 0 to 100. */
  percentage?: number | undefined
  overdue?: boolean | undefined
  /** YYYY-MM-DD or ISO 8601; shown as calendar days. */
  startDate?: string | undefined
  dueDate?: string | undefined
  completedDate?: string | undefined
  /** Today, YYYY-MM-DD: gives `3 days overdue` instead of `overdue`. */
  today?: string | undefined
  /** The link for those who read the channel. */
  url?: string | undefined
  /** Offers *Subscribe channel*. */
  canSubscribe?: boolean | undefined
  /** Offers *Pin*. */
  canPin?: boolean | undefined
}

const overdueWords = (facts: ProjectCardFacts): string | undefined => {
  if (!facts.overdue) return undefined
  const days = daysLate(facts.dueDate, facts.today)
  return days !== undefined && days > 0 ? `${count(days, 'day')} overdue` : 'Overdue'
}

const dateWords = (word: string, date: string | undefined) => date !== undefined && `${word} ${dayText(date)}`

/** The three lines under a project's name, each only with what is known. */
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

/** One project, four lines at most. */
export const projectCard = (facts: ProjectCardFacts): Message =>
  message(
    line('Project ', link(facts.url, facts.name, { bold: true })),
    ...projectLines(facts),
    buttons(
      facts.canSubscribe === true &&
        facts.uuid !== undefined &&
        button({
          action: actions.subscribe,
          text: 'Subscribe channel',
          value: facts.uuid,
          label: `Subscribe channel to ${facts.name}`,
        }),
      facts.canPin === true &&
        facts.uuid !== undefined &&
        button({
          action: actions.pin,
          text: 'Pin',
          value: facts.uuid,
          label: `Pin the card of ${facts.name} and keep it up to date`,
        }),
      linkButton(facts.url, 'Open', `Open ${facts.name} in the tracker`),
    ),
  )
