import { z } from 'zod'
import { saysCompleted } from '../../contract/task.ts'
import { optionalTexts, optionalFlags, number, portalFacts, text, texts } from './facts.ts'
import { actions } from './ids.ts'
import { button, buttons, openButton } from './buttons.ts'
import { dotted, type Inline, line, link, type Message, message, name, when, bold } from './message.ts'
import { dayText, dueText, count } from './text.ts'

/** `uuid`: checked again before the card is changed. */
const taskSchema = z.object({ ...texts('uuid', 'name'), ...optionalTexts('url', 'detail') })

/** What is worked out from the tasks and dates that the readers may see, so it differs between them. */
const outlookShape = {
  ...optionalFlags('overdue'),
  /** Open tasks that are overdue: how many, and the first. */
  late: z.object({ total: number, first: taskSchema }).optional(),
  /** `on`: the customer who has the first. */
  waiting: z.object({ total: number, first: taskSchema, ...optionalTexts('on') }).optional(),
  /** How many tasks the two figures were counted among, if those are only the ones that the app knows from events. */
  known: number.optional(),
  next: taskSchema.optional(),
  /** What happened last on a task. `by`: a person. */
  activity: z
    .object({ did: z.enum(['commented', 'completed']), at: text, task: taskSchema, ...optionalTexts('by') })
    .optional(),
}

/** Tasks that wait for the team's reply: how many, and the first. Only the team reads it. */
const forTeam = {
  forTeam: z.object({ total: number, first: taskSchema, ...optionalFlags('overdue') }).optional(),
}
export type ForTeam = z.output<z.ZodObject<typeof forTeam>>

const outlookSchema = z.object(outlookShape)
export type ProjectOutlook = z.output<typeof outlookSchema>

const portalShape = {
  ...texts('uuid', 'name'),
  ...optionalTexts('accountName', 'ownerName'),
  /** What the customer sees of its state. */
  over: z.enum(['Completed', 'Archived']).optional(),
  /** YYYY-MM-DD or ISO 8601; shown as calendar days. */
  ...optionalTexts('dueDate', 'completedDate', 'portalUrl'),
  /** Only in facts that were made for outsiders. */
  visible: outlookSchema.optional(),
}

export const portalProjectCardSchema = portalFacts(z.object(portalShape))
export type PortalProjectCard = z.output<typeof portalProjectCardSchema>

export const projectCardSchema = z.object({
  ...portalShape,
  ...outlookShape,
  ...forTeam,
  /** `Active`, `Completed`, `Archived`. */
  ...optionalTexts('state'),
  /** The tracker's own word for a running project. Then `state` is not set. */
  ...optionalTexts('status'),
  /** 0 to 100. */
  percentage: number.optional(),
  /** The team's page. */
  ...optionalTexts('url'),
  /** `hasChannel`: one that was made for it. */
  ...optionalFlags('canSubscribe', 'canPin', 'canMakeChannel', 'canShare', 'hasChannel'),
})
export type ProjectCardFacts = z.output<typeof projectCardSchema>

/** Both kinds of facts in one form. */
export const shownOf = (
  facts: ProjectCardFacts,
): Omit<ProjectCardFacts, 'visible' | 'over' | 'portalUrl'> => {
  const { visible, over, portalUrl, ...rest } = facts
  return { ...visible, ...rest, state: rest.state ?? over, url: rest.url ?? portalUrl }
}

type Named = Pick<z.output<typeof taskSchema>, 'name' | 'url' | 'detail'>

export const taskSpans = ({ name: label, url, detail }: Named): Inline[] => [
  link(url, label),
  detail !== undefined && ` (${detail})`,
]

const others = (total: number) => total > 1 && ` and ${(total - 1).toLocaleString('en-US')} more`

/** Who waits for whom, what is overdue, and what comes next. */
const outlook = ({ forTeam: ours, late, waiting, known, next }: ProjectOutlook & ForTeam) => {
  const parts: Inline[][] = []
  if (ours) {
    const waits = ours.overdue ? 'Waits for us, overdue: ' : 'Waits for us: '
    parts.push([waits, ...taskSpans(ours.first), others(ours.total)])
  }
  if (late)
    parts.push([`${count(late.total, 'task')} overdue: `, ...taskSpans(late.first), others(late.total)])
  if (waiting) {
    const on = waiting.on === undefined ? 'the customer' : name(waiting.on)
    parts.push(['Waiting on ', on, ': ', ...taskSpans(waiting.first), others(waiting.total)])
  }
  const said = [ours, late, waiting].map((some) => some?.first.uuid)
  if (next && !said.includes(next.uuid)) parts.push(['Next: ', ...taskSpans(next)])
  if ((ours || late || waiting) && known !== undefined) parts.push([`The app knows ${count(known, 'task')}`])
  return parts.length > 0 && line(...parts.flatMap((part, index) => (index === 0 ? part : [' · ', ...part])))
}

/** `Dana Smith commented on Kick-off call`. Without a person, what was done. */
const did = ({ did: what, by, task: on }: NonNullable<ProjectCardFacts['activity']>): Inline[] => {
  const taskLink = link(on.url, on.name)
  if (what === 'completed')
    return by === undefined ? [taskLink, ' was completed'] : [name(by), ' completed ', taskLink]
  return by === undefined ? ['A comment on ', taskLink] : [name(by), ' commented on ', taskLink]
}

/** `▰▰▰▱▱▱▱▱▱▱ 34% done`. The words repeat what the bar shows. */
export const progress = (percentage: number): string => {
  const whole = Math.min(100, Math.max(0, Math.round(percentage)))
  const filled = Math.floor(whole / 10)
  return `${'▰'.repeat(filled)}${'▱'.repeat(10 - filled)} ${whole}% done`
}

/** For a completed project, only when: its announcement has the rest. */
const stateLine = ({ state, status, percentage, completedDate, ...facts }: ReturnType<typeof shownOf>) => {
  if (saysCompleted(state) || saysCompleted(status))
    return dotted(completedDate === undefined ? 'Completed' : `Completed ${dayText(completedDate)}`)
  return dotted(
    percentage !== undefined && progress(percentage),
    dueText(facts),
    state !== undefined && name(state),
    status !== undefined && status !== state && name(status),
  )
}

/** At most four lines: name and account, progress, what to do, and the last activity. */
export const projectLines = (card: ProjectCardFacts, before?: string) => {
  const facts = shownOf(card)
  const { url, accountName, ownerName, activity } = facts
  return [
    line(
      before,
      link(url, facts.name, { bold: true }),
      accountName !== undefined && name(` · ${accountName}`),
      ownerName !== undefined && name(` · Owner ${ownerName}`),
    ),
    stateLine(facts),
    outlook(facts),
    activity && line('Last activity: ', ...did(activity), ', ', when(activity.at)),
  ]
}

export const projectCard = (facts: ProjectCardFacts): Message => {
  const { uuid: value, name: title } = facts
  const { url } = shownOf(facts)
  return message(
    ...projectLines(facts, 'Project '),
    buttons(
      facts.canSubscribe &&
        button(actions.subscribe, 'Subscribe channel', { value, label: `Subscribe channel to ${title}` }),
      facts.canPin && button(actions.pin, 'Pin', { value, label: `Pin the card of ${title}` }),
      facts.canMakeChannel &&
        button(actions.makeChannel, 'Create a channel', { value, label: `Create a channel for ${title}` }),
      facts.hasChannel && button(actions.inviteCustomer, 'Invite the customer', { value }),
      openButton(url, title),
      facts.canShare && button(actions.share, 'Share to channel', { value: `project ${value}` }),
    ),
  )
}

const ofProject = { projectName: text, ...optionalTexts('portalUrl') }

/** Of invitations, outsiders read those of their own people. */
export const portalProjectLineSchema = portalFacts(
  z.discriminatedUnion('change', [
    z.object({ ...ofProject, change: z.literal('archived'), ...optionalTexts('by', 'at') }),
    z.object({ ...ofProject, change: z.literal('invited'), person: text, customer: z.literal('ours') }),
    z.object({ ...ofProject, change: z.literal('owner'), to: text, ...optionalTexts('from') }),
  ]),
)

const ofTeam = { ...ofProject, ...optionalTexts('url', 'by') }

export const projectLineSchema = z.discriminatedUnion('change', [
  z.object({ ...ofTeam, change: z.literal('archived'), ...optionalTexts('at') }),
  z.object({
    ...ofTeam,
    change: z.literal('invited'),
    person: text,
    ...optionalTexts('role'),
    /** `ours`: known to be of the project's account. */
    customer: z.union([z.boolean(), z.literal('ours')]).optional(),
  }),
  z.object({ ...ofTeam, change: z.literal('status'), to: text, ...optionalTexts('from') }),
  z.object({ ...ofTeam, change: z.literal('owner'), to: text, ...optionalTexts('from') }),
  z.object({ ...ofTeam, change: z.literal('module-completed'), moduleName: text }),
])
export type ProjectLineFacts = z.output<typeof projectLineSchema>

const by = (person: string | undefined) => person !== undefined && name(`, by ${person}`)

/** `A → B`, or just `B` if the old value is unknown. */
const turned = ({ from, to }: { from?: string | undefined; to: string }) =>
  from === undefined ? [bold(to)] : [name(from), ' → ', bold(to)]

const words = (facts: ProjectLineFacts): Inline[] => {
  switch (facts.change) {
    case 'archived':
      return ['Archived', by(facts.by), ...(facts.at === undefined ? [] : [', ', when(facts.at)])]
    case 'invited':
      return [
        facts.customer ? 'Customer invited: ' : 'Invited: ',
        bold(facts.person),
        facts.role !== undefined && name(`, ${facts.role}`),
        by(facts.by),
      ]
    case 'status':
    case 'owner':
      return [facts.change === 'status' ? 'Status: ' : 'Owner: ', ...turned(facts), by(facts.by)]
    case 'module-completed':
      return ['Module completed: ', bold(facts.moduleName)]
  }
}

export const projectLine = (facts: ProjectLineFacts): Message =>
  message(line(link(facts.url ?? facts.portalUrl, facts.projectName), ' · ', words(facts)))
