import { z } from 'zod'
import { optionalTexts, optionalFlags, number, text, texts, numbers } from '../../kit/facts.ts'
import { actions } from '../../kit/ids.ts'
import { bold, dotted, heading, line, link, message, type Message, name, note } from '../../kit/message.ts'
import { button, buttons, openButton } from '../../kit/buttons.ts'
import { dayText, withColon, count, daysLate, listed } from '../../kit/text.ts'
import { muteMenu } from '../../audience/messages/paused.ts'

export const projectCompletedSchema = z.object({
  ...texts('uuid', 'name'),
  ...optionalTexts('accountName', 'completedBy', 'completedDate'),
  /** Planned; YYYY-MM-DD or ISO 8601. */
  ...optionalTexts('startDate', 'dueDate'),
  /** 0 to 100. Below 100, items are still open. */
  percentage: number.optional(),
  /** Tasks that this channel may see. Undefined if the app knows none. */
  openItems: z
    .object({
      total: number,
      named: z.array(z.object({ name: text, ...optionalTexts('assignee') })).readonly(),
    })
    .optional(),
  /** The form answers that this channel may see. */
  answers: z
    .object({ total: number, first: z.array(z.object(texts('name', 'answer'))).readonly() })
    .optional(),
  /** People of this channel who worked on the project. */
  thanked: z.array(text).readonly().optional(),
  /** `portalUrl`: the customer's page, if the channel may show both. */
  ...optionalTexts('url', 'portalUrl'),
  ...optionalFlags('ownChannel'),
})
export type ProjectCompletedFacts = z.output<typeof projectCompletedSchema>

const openShown = 5

const archiving = {
  title: 'Archive this channel?',
  text: 'No one can post in it, but people can still read and search it, and it can be unarchived.',
  yes: 'Archive',
}

const tookWords = ({ startDate, completedDate }: ProjectCompletedFacts) => {
  const took = daysLate(startDate, completedDate)
  return took !== undefined && took >= 0 && `Took ${count(took, 'day')}`
}

/** `3 days late`, `1 day early`, `on time`. */
const lateness = (days: number): string => {
  if (days === 0) return 'on time'
  return `${count(Math.abs(days), 'day')} ${days > 0 ? 'late' : 'early'}`
}

/** `Completed by Lee Wong, Nov 20, 2026`. */
const completedWords = ({ completedBy, completedDate }: ProjectCompletedFacts) => {
  if (completedBy === undefined) return completedDate !== undefined && `Completed ${dayText(completedDate)}`
  const day = completedDate === undefined ? '' : `, ${dayText(completedDate)}`
  return name(`Completed by ${completedBy}${day}`)
}

const schedule = (facts: ProjectCompletedFacts) => {
  const days = daysLate(facts.dueDate, facts.completedDate)
  return dotted(
    completedWords(facts),
    facts.dueDate !== undefined && `Planned for ${dayText(facts.dueDate)}`,
    days !== undefined && bold(lateness(days)),
    tookWords(facts),
  )
}

/** Decides the heading, so that it never contradicts the lines about open items. */
const isLeftOpen = ({ openItems, percentage }: ProjectCompletedFacts): boolean =>
  openItems ? openItems.total > 0 : percentage !== undefined && percentage < 100

const openItems = ({ openItems: open, percentage }: ProjectCompletedFacts) => {
  const isOpen = percentage !== undefined && percentage < 100
  if (!open || (open.total === 0 && isOpen)) {
    return [
      isOpen && line(bold(`${Math.round(percentage)}% done`), '; some items are still open in the tracker.'),
    ]
  }
  if (open.total === 0) return ['Nothing is left open.']
  const named = open.named.slice(0, openShown)
  const rest = open.total - named.length
  // The app had no event about the other tasks, which may be open, too.
  const left = isOpen
    ? line(
        bold(`${Math.round(percentage)}% done`),
        `. Still open, of the tasks that the app knows: ${named.length > 0 ? '' : open.total}`.trimEnd(),
      )
    : line(bold(`${count(open.total, 'task')} still open`), named.length > 0 && ':')
  return [
    left,
    ...named.map((task) =>
      line('• ', name(task.name), task.assignee !== undefined && name(`, ${task.assignee}`)),
    ),
    rest > 0 && named.length > 0 && note(`and ${count(rest, 'more task')} in the tracker`),
  ]
}

const answerLines = ({ answers }: ProjectCompletedFacts) => {
  if (!answers || answers.total === 0) return []
  const rest = answers.total - answers.first.length
  return [
    line(bold(`${count(answers.total, 'question')} answered`)),
    ...answers.first.map((one) => line('• ', name(withColon(one.name)), ' ', name(one.answer))),
    rest > 0 && note(`and ${count(rest, 'more answer')} in the tracker`),
  ]
}

export const projectCompleted = (facts: ProjectCompletedFacts): Message => {
  const { uuid, name: title, url, portalUrl, thanked = [] } = facts
  const head = isLeftOpen(facts) ? 'Project completed with open items' : 'Project completed'
  const account = facts.accountName !== undefined && name(` · ${facts.accountName}`)
  const subject = [link(url, title, { bold: true }), account]
  return message(
    { ...heading(head), text: '' },
    { ...line(...subject), text: line(`${head}: `, ...subject).text },
    schedule(facts),
    ...openItems(facts),
    ...answerLines(facts),
    thanked.length > 0 && line('Thanks to ', name(listed(thanked)), '.'),
    buttons(
      openButton(url, title, 'Open project'),
      portalUrl !== url && button(actions.open, 'Customer page', { url: portalUrl }),
      facts.ownChannel &&
        button(actions.archiveChannel, 'Archive the channel', { value: uuid, confirm: archiving }),
    ),
  )
}

export const missedSchema = z.object(numbers('projects'))

/** Introduces what the daily comparison found without an event. */
export const missed = ({ projects }: z.output<typeof missedSchema>): Message =>
  message(`The daily check found ${count(projects, 'completed project')} that the tracker hadn’t announced:`)

export const commentBurstSchema = z.object({
  ...texts('authorName', 'projectName'),
  ...optionalTexts('url'),
  comments: number,
})

/** Says at once how much one author wrote, because the comments come one by one. Updated with each of them. */
export const commentBurst = ({
  authorName,
  projectName,
  url,
  comments,
}: z.output<typeof commentBurstSchema>): Message =>
  message(
    line(
      name(authorName),
      ` wrote ${count(comments, 'more comment')} within a minute: `,
      link(url, projectName, { bold: true }),
    ),
    note('Each comes in the thread of its task, in order.'),
  )

export const burstSchema = z.object({
  projectName: text,
  ...optionalTexts('url'),
  ...numbers('tasks', 'subtasks', 'others'),
})
export type BurstFacts = z.output<typeof burstSchema>

/** Replaces single lines when one project changes often within a minute. Updated with each change. */
export const burst = ({ projectName, url, tasks, subtasks, others }: BurstFacts): Message =>
  message(
    line(
      `${count(tasks + subtasks + others, 'more change')} at once: `,
      link(url, projectName, { bold: true }),
    ),
    dotted(
      tasks > 0 && `${count(tasks, 'task')} completed`,
      subtasks > 0 && `${count(subtasks, 'subtask')} completed or answered`,
      others > 0 && `${count(others, 'change')} to the project`,
    ),
    note('The tracker has the details. Comments still come one by one.'),
    buttons(muteMenu('here', 'Mute…'), button(actions.openSettings, 'Settings')),
  )
