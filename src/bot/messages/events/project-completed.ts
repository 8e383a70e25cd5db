import { bold, dotted, line, link, message, type Message, name, note } from '../kit/message.ts'
import { button, buttons, linkButton, openButton } from '../kit/buttons.ts'
import { actions } from '../kit/ids.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { count, daysLate, lateness } from '../kit/words.ts'

export interface ProjectCompletedFacts {
  uuid: string
  name: string
  accountName?: string | undefined
  ownerName?: string | undefined
  completedBy?: string | undefined
  completedDate?: string | undefined
  /** Planned; YYYY-MM-DD or ISO 8601. */
  startDate?: string | undefined
  dueDate?: string | undefined
  /** 0 to 100. Below 100, items are still open. */
  percentage?: number | undefined
  openItems?: { total: number; names: readonly string[] } | undefined
  url?: string | undefined
  /** The customer's page, if the channel may show both. */
  portalUrl?: string | undefined
  /** The channel was made for this project. */
  ownChannel?: boolean | undefined
}

const openShown = 5

const archiving = {
  title: 'Archive this channel?',
  text: 'Nobody can write in it anymore. People can still read and search it, and it can be unarchived.',
  yes: 'Archive',
}

const schedule = (facts: ProjectCompletedFacts) => {
  const days = daysLate(facts.dueDate, facts.completedDate)
  return dotted(
    facts.startDate !== undefined && `Started ${dayText(facts.startDate)}`,
    facts.dueDate !== undefined && `Planned for ${dayText(facts.dueDate)}`,
    facts.completedDate !== undefined && `Completed ${dayText(facts.completedDate)}`,
    days !== undefined && bold(lateness(days)),
  )
}

const openItems = ({ openItems: open, percentage }: ProjectCompletedFacts) => {
  if (!open) {
    const left = percentage !== undefined && percentage < 100
    return [
      left && line(bold(`${Math.round(percentage)} % done`), '; some items are still open in the tracker.'),
    ]
  }
  if (open.total === 0) return ['Nothing is left open.']
  const names = open.names.slice(0, openShown)
  const rest = open.total - names.length
  return [
    line(bold(`${count(open.total, 'item')} still open`), names.length > 0 && ':'),
    ...names.map((item) => line('• ', name(item))),
    rest > 0 && names.length > 0 && note(`and ${count(rest, 'more item')} in the tracker`),
  ]
}

export const projectCompleted = (facts: ProjectCompletedFacts): Message =>
  message(
    line('Project completed: ', link(facts.url, facts.name, { bold: true })),
    dotted(
      facts.accountName !== undefined && name(facts.accountName),
      facts.ownerName !== undefined && name(`Owner ${facts.ownerName}`),
      facts.completedBy !== undefined && name(`Completed by ${facts.completedBy}`),
    ),
    schedule(facts),
    ...openItems(facts),
    buttons(
      openButton(facts.url, facts.name, 'Open project'),
      facts.portalUrl !== facts.url && linkButton(facts.portalUrl, 'Customer page'),
      facts.ownChannel &&
        button(actions.archiveChannel, 'Archive the channel', { value: facts.uuid, confirm: archiving }),
    ),
  )
