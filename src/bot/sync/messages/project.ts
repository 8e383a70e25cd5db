import { z } from 'zod'
import {
  optionalTexts,
  optionalFlags,
  number,
  portalFacts,
  reopenedShape,
  text,
  texts,
  numbers,
} from '../../kit/facts.ts'
import { actions } from '../../kit/ids.ts'
import { bold, dotted, heading, line, link, message, type Message, name, note } from '../../kit/message.ts'
import { button, buttons, openButton } from '../../kit/buttons.ts'
import { reopenedLine } from './task.ts'
import { dayText, withColon, count, daysLate, listed } from '../../kit/text.ts'

/** What is worked out from tasks, so it differs between readers. */
const outcomeShape = {
  /** Form answers. */
  answers: z
    .object({ total: number, first: z.array(z.object(texts('name', 'answer'))).readonly() })
    .optional(),
  /** People of this channel who worked on the project. */
  thanked: z.array(text).readonly().optional(),
}

const portalShape = {
  ...texts('uuid', 'name'),
  ...optionalTexts('accountName', 'completedBy', 'completedDate'),
  /** Planned; YYYY-MM-DD or ISO 8601. */
  ...optionalTexts('startDate', 'dueDate'),
  /** The customer's page. */
  ...optionalTexts('portalUrl'),
  ...reopenedShape,
  /** Only in facts that were made for outsiders. */
  visible: z.object(outcomeShape).optional(),
}

export const portalProjectCompletedSchema = portalFacts(z.object(portalShape))

export const projectCompletedSchema = z.object({
  ...portalShape,
  ...outcomeShape,
  /** 0 to 100. Below 100, items are still open. */
  percentage: number.optional(),
  /** Undefined if the app knows none. */
  openItems: z
    .object({
      total: number,
      /** How many tasks there are, if the tracker lists them. Otherwise the figures are of those that the app knows. */
      of: number.optional(),
      named: z.array(z.object({ name: text, ...optionalTexts('assignee') })).readonly(),
    })
    .optional(),
  /** The team's page. */
  ...optionalTexts('url'),
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

/** `3 of 14 tasks are still open, among them`. Both figures are the tracker's. */
const openOf = (total: number, all: number, named: number) => {
  const open = `${total.toLocaleString('en-US')} of ${count(all, 'task')} ${total === 1 ? 'is' : 'are'} still open`
  return line(bold(open), named > 0 && (named < total ? ', among them:' : ':'))
}

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
    open.of === undefined ? left : openOf(open.total, open.of, named.length),
    ...named.map((task) =>
      line('• ', name(task.name), task.assignee !== undefined && name(`, ${task.assignee}`)),
    ),
    rest > 0 &&
      named.length > 0 &&
      open.of === undefined &&
      note(`and ${count(rest, 'more task')} in the tracker`),
  ]
}

const answerLines = ({ answers }: Pick<ProjectCompletedFacts, 'answers'>) => {
  if (!answers || answers.total === 0) return []
  const rest = answers.total - answers.first.length
  return [
    line(bold(`${count(answers.total, 'question')} answered`)),
    ...answers.first.map((one) => line('• ', name(withColon(one.name)), ' ', name(one.answer))),
    rest > 0 && note(`and ${count(rest, 'more answer')} in the tracker`),
  ]
}

export const projectCompleted = ({ visible, ...rest }: ProjectCompletedFacts): Message => {
  const facts = { ...visible, ...rest }
  const { uuid, name: title, portalUrl, url = portalUrl, thanked = [] } = facts
  const { reopened } = facts
  const head = reopened
    ? 'Project reopened'
    : isLeftOpen(facts)
      ? 'Project completed with open items'
      : 'Project completed'
  const account = facts.accountName !== undefined && name(` · ${facts.accountName}`)
  const subject = [link(url, title, { bold: true }), account]
  return message(
    { ...heading(head), said: '' },
    { ...line(...subject), said: line(`${head}: `, ...subject).said },
    reopenedLine(reopened),
    schedule(facts),
    ...(reopened ? [] : openItems(facts)),
    ...answerLines(facts),
    thanked.length > 0 && line('Thanks to ', name(listed(thanked)), '.'),
    buttons(
      openButton(url, title, 'Open project'),
      portalUrl !== url && button(actions.open, 'Customer page', { url: portalUrl }),
      facts.ownChannel &&
        !reopened &&
        button(actions.archiveChannel, 'Archive the channel', { value: uuid, confirm: archiving }),
    ),
  )
}

const ofProject = { projectName: text, ...optionalTexts('portalUrl') }

/** Completed projects, or comments of one project. */
const missedProjects = z.object(numbers('projects'))
const missedComments = { uuid: text, ...ofProject }
export const portalMissedSchema = portalFacts(z.union([missedProjects, z.object(missedComments)]))
export const missedSchema = z.union([
  missedProjects,
  z.object({ ...missedComments, ...optionalTexts('url') }),
])
type MissedFacts = z.output<typeof missedSchema>

/** Introduces what a comparison with the tracker found without an event. */
export const missed = (facts: MissedFacts): Message => {
  if ('projects' in facts) {
    const found = count(facts.projects, 'completed project')
    return message(`The daily check found ${found} that the tracker hadn’t announced:`)
  }
  const { projectName, portalUrl, url = portalUrl } = facts
  const subject = link(url, projectName, { bold: true })
  return message(
    line('The app found comments on ', subject, ' that the tracker hadn’t announced. They follow now.'),
  )
}

/** A channel reads the divider of a project's comments only if it receives the project. */
export const namedInMissed = (facts: MissedFacts) => ('uuid' in facts ? { projects: [facts.uuid] } : {})

/* A message that counts others. `visible`: how many outsiders got, only in facts that were made for them. */

const countsShape = { comments: number }
const ofAuthor = { ...ofProject, authorName: text }
export const portalCommentBurstSchema = portalFacts(z.object({ ...ofAuthor, visible: z.object(countsShape) }))
export const commentBurstSchema = z.union([
  z.object({ ...ofAuthor, ...countsShape, ...optionalTexts('url') }),
  portalCommentBurstSchema,
])
type CommentBurstFacts = z.output<typeof commentBurstSchema>

/** How many it counted so far, for the same readers. */
export const commentsIn = (facts: CommentBurstFacts, outside: boolean): number => {
  if ('visible' in facts) return facts.visible.comments
  return outside ? 0 : facts.comments
}

/** Says at once how much one author wrote, because the comments come one by one. Updated with each of them. */
export const commentBurst = (facts: CommentBurstFacts): Message =>
  message(
    line(
      name(facts.authorName),
      ` wrote ${count(commentsIn(facts, false), 'more comment')} within a minute: `,
      link(pageIn(facts), facts.projectName, { bold: true }),
    ),
    note('Each comes in the thread of its task, in order.'),
  )

const pageIn = (facts: { url?: string | undefined; portalUrl?: string | undefined }) =>
  facts.url ?? facts.portalUrl

const doneSchema = z.object({ ...texts('uuid', 'name'), ...optionalTexts('url', 'by') })
/** `tasks`: how many were completed. `done`: the first of them. */
const burstCounts = z.object({
  ...numbers('tasks', 'subtasks', 'others'),
  done: z.array(doneSchema).readonly().optional(),
})
type BurstCounts = z.output<typeof burstCounts>
export const noCounts: BurstCounts = { tasks: 0, subtasks: 0, others: 0 }
export const portalBurstSchema = portalFacts(z.object({ ...ofProject, visible: burstCounts }))
export const burstSchema = z.union([
  z.object({ ...ofProject, ...optionalTexts('url'), ...burstCounts.shape }),
  portalBurstSchema,
])
export type BurstFacts = z.output<typeof burstSchema>

/** What it counted so far, for the same readers. */
export const countsIn = (facts: BurstFacts, outside: boolean): BurstCounts => {
  const {
    tasks,
    subtasks,
    others,
    done = [],
  } = ('visible' in facts ? facts.visible : !outside && facts) || noCounts
  return { tasks, subtasks, others, done }
}

/** A channel reads it only if it may read each task that it names. */
export const namedInBurst = (facts: BurstFacts) => ({
  tasks: countsIn(facts, false).done?.map(({ uuid }) => uuid) ?? [],
})

/** More names are in the tracker. */
export const mostDone = 20

/** Replaces single lines when one project changes often within a minute. Updated with each change. */
export const burst = (facts: BurstFacts): Message => {
  const { tasks, subtasks, others, done = [] } = countsIn(facts, false)
  const more = tasks - done.length
  const rest = done.length > 0 ? `and ${count(more, 'more task')}` : `${count(more, 'task')} completed`
  return message(
    line(
      tasks > 0 ? '✅ Completed in ' : 'Changed in ',
      link(pageIn(facts), facts.projectName, { bold: true }),
    ),
    ...done.map(({ name: label, url, by }) =>
      line('• ', link(url, label), by !== undefined && name(`, by ${by}`)),
    ),
    dotted(
      more > 0 && rest,
      subtasks > 0 && `${count(subtasks, 'subtask')} completed or answered`,
      others > 0 && `${count(others, 'change')} to the project`,
    ),
    buttons(button(actions.openSettings, 'Settings')),
  )
}
