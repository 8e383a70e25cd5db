import { saysCompleted, saysOver } from '../../contract/task.ts'
import { ifSet } from '../../contract/text.ts'
import type { ProjectItem } from '../../contract/project.ts'
import { type MadeChannel, madeChannel } from '../store/made-channels.ts'
import { type KnownProject, knownProject, type KnownTask, tasksOf } from '../store/known-projects.ts'
import type { ProjectCardFacts } from '../kit/project-card.ts'
import type { BotDeps } from '../deps/deps.ts'
import { forTeam, linkFor, type Route, mayShow, taskLinkFor } from '../audience/audience.ts'
import { dayAt, dayMs, instantsOf } from '../kit/time.ts'
import { unlessNoPeople } from './tracker-says.ts'
import { unanswered, newestComment } from '../store/notes.ts'
import { dayText } from '../kit/text.ts'
import { nameOf, peopleOf, ifPerson } from './people.ts'
import { isoTime } from '../../contract/dates.ts'

export interface ProjectInView extends KnownProject {
  item: ProjectItem
  isOver: boolean
  /** The app made a channel for the project. */
  hasChannel?: boolean
}

/** A project of the tracker's list, in the one form that everything else reads. */
export const viewOf = (item: ProjectItem): ProjectInView => {
  const { name, account } = item
  const listedAs = item.uuid ?? item.id
  const accountUuid = account?.['uuid']
  return {
    item,
    uuid: listedAs ?? '',
    listedAs,
    name,
    accountName: account?.name,
    // The id stays the same after a rename.
    accountId: (typeof accountUuid === 'string' ? accountUuid : account?.id) ?? undefined,
    internalUrl: item.internal_project_url ?? undefined,
    portalUrl: item.portal_project_url ?? undefined,
    isOver: saysOver(item.project_state) || saysCompleted(item.status?.name),
  }
}

/** Whether a task is open and its due day is over. `today`: the day where its readers are, from `dayAt`. */
export const isLate = (
  { completed, dueDate }: Pick<KnownTask, 'completed' | 'dueDate'>,
  today: string,
): boolean => !completed && dueDate !== undefined && dueDate.slice(0, 10) < today

/** The same for a project. The interface documents no due date; without one, the tracker's `is_overdue` counts. */
export const isProjectLate = ({ item, isOver }: ProjectInView, today: string): boolean => {
  if (isOver) return false
  const dueDate = ifSet(item.due_date)
  return dueDate === undefined ? item.is_overdue === true : isLate({ completed: false, dueDate }, today)
}

/** The project's channel, unless it is archived or the app is no longer in it: then it may have another. */
export const channelOfProject = async ({ slack }: BotDeps, { channel }: MadeChannel) => {
  if (channel === null) return undefined
  const { archived, member } = await slack.channel(channel)
  return archived || !member ? undefined : channel
}

export const hasChannel = async (deps: BotDeps, uuid: string): Promise<boolean> => {
  const made = await madeChannel(deps.database.sql, uuid)
  return made !== undefined && (await channelOfProject(deps, made)) !== undefined
}

export const projectCardFacts = (
  { now }: Pick<BotDeps, 'now'>,
  view: ProjectInView,
  route: Route,
): ProjectCardFacts => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: ifSet(view.accountName),
  ownerName: ifSet(view.item.project_owner?.full_name),
  state: ifSet(view.item.project_state),
  status: ifSet(view.item.status?.name),
  percentage: forTeam(route, view.item.percentage),
  overdue: isProjectLate(view, dayAt(route.timeZone, now())),
  dueDate: ifSet(view.item.due_date),
  completedDate: ifSet(view.item.completed_date),
  url: linkFor(route, view),
  canMakeChannel: !route.shared && view.hasChannel !== true,
})

type Waiting = Pick<KnownTask, 'uuid' | 'completed' | 'isInternal' | 'assigneeName' | 'assignedAt'>

/** Since when a task has been waiting for the customer, in ms. Undefined if it is not. */
type WaitingSince = (task: Waiting) => number | undefined

/** If the tracker doesn't show people, only comments count. */
const shownPeople = async (deps: BotDeps, customers: boolean) =>
  (await unlessNoPeople(peopleOf(deps, customers))) ?? []

/** Names that only customers have. Tasks have only the assignee's name, so a name that both have counts as ours. */
export const customerNames = async (deps: BotDeps): Promise<ReadonlySet<string>> => {
  const [customers, ours] = await Promise.all([shownPeople(deps, true), shownPeople(deps, false)])
  const names = new Set(customers.map(nameOf))
  for (const person of ours) names.delete(nameOf(person))
  return names
}

/** A task waits since it was assigned to a customer, or since its first unanswered comment, whichever is earlier. */
export const waitingSince =
  (unansweredSince: ReadonlyMap<string, number>, names: ReadonlySet<string>): WaitingSince =>
  (task) => {
    if (task.completed || task.isInternal === true) return undefined
    const assigned = names.has(task.assigneeName ?? '') ? task.assignedAt : undefined
    const since = [assigned, unansweredSince.get(task.uuid)].filter((at) => at !== undefined)
    return since.length === 0 ? undefined : Math.min(...since)
  }

export const waitingOnCustomer = async (
  deps: BotDeps,
  projectUuid: string,
  names: ReadonlySet<string>,
): Promise<WaitingSince> => waitingSince(await unanswered(deps.database.sql, projectUuid), names)

/** The task that the tracker named as next, else the one due first. A task of unknown state counts as open. */
export const nextTask = async (deps: BotDeps, uuid: string, tasks: readonly KnownTask[], today: string) => {
  const named = (await knownProject(deps.database.sql, uuid))?.nextTaskUuid
  const open = tasks.filter(({ completed }) => !completed)
  return (
    open.find((task) => task.uuid === named) ??
    open.find((task) => task.dueDate !== undefined && !isLate(task, today))
  )
}

const isOpen = ({ completed }: KnownTask): boolean => !completed

const dueWords = ({ dueDate }: KnownTask) => (dueDate === undefined ? undefined : `due ${dayText(dueDate)}`)

/** A card's lines about tasks: overdue, waiting, next and last. `shown`: the tasks that these readers may see. */
const outlook = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Route,
  shown: readonly KnownTask[],
): Promise<Pick<ProjectCardFacts, 'late' | 'waiting' | 'known' | 'next' | 'activity'>> => {
  const open = shown.filter(isOpen)
  const today = dayAt(route.timeZone, deps.now())
  const names = await customerNames(deps)
  const waits = await waitingOnCustomer(deps, view.uuid, names)
  const cardTask = ({ uuid, name }: KnownTask, detail?: string) => ({
    uuid,
    name,
    url: taskLinkFor(route, uuid, view),
    detail,
  })
  const late = open.filter((task) => isLate(task, today))
  const waiting = open
    .filter((task) => waits(task) !== undefined)
    .sort((one, other) => (waits(one) ?? 0) - (waits(other) ?? 0))
  const next = await nextTask(deps, view.uuid, open, today)
  const [[lateFirst], [waitingFirst]] = [late, waiting]
  const { assigneeName: assignee = '' } = waitingFirst ?? {}
  const last = await lastActivity(deps, shown)
  return {
    late: lateFirst && { total: late.length, first: cardTask(lateFirst, dueWords(lateFirst)) },
    waiting: waitingFirst && {
      total: waiting.length,
      first: cardTask(waitingFirst, `since ${dayText(dayAt(route.timeZone, waits(waitingFirst) ?? 0))}`),
      on: names.has(assignee) ? assignee : undefined,
    },
    known: lateFirst || waitingFirst ? shown.length : undefined,
    next: next && cardTask(next, dueWords(next)),
    activity: last && { ...last, task: cardTask(last.task) },
  }
}

/** The card's tasks are the stored ones: a card changes too often to read each task again. */
export const projectCardNow = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Route,
): Promise<ProjectCardFacts> => {
  const facts = projectCardFacts(deps, view, route)
  if (view.isOver) return facts
  const tasks = await tasksOf(deps.database.sql, view.uuid)
  const shown = tasks.filter(({ isInternal }) => mayShow(route, isInternal))
  return shown.length === 0 ? facts : { ...facts, ...(await outlook(deps, view, route, shown)) }
}

/** When something of the project becomes overdue next, in one of these time zones. In ms. */
export const nextOverdueAt = async (deps: BotDeps, view: ProjectInView, timeZones: ReadonlySet<string>) => {
  if (view.isOver) return undefined
  const tasks = await tasksOf(deps.database.sql, view.uuid)
  const due = tasks.filter(isOpen).flatMap(({ dueDate }) => dueDate ?? [])
  if (view.item.due_date) due.push(view.item.due_date.slice(0, 10))
  const ends = [...timeZones].flatMap((zone) =>
    [...new Set(due)]
      .filter((day) => day >= dayAt(zone, deps.now()))
      .flatMap((day) => instantsOf(zone, Date.parse(day) + dayMs)[0] ?? []),
  )
  const [first] = ends.filter((end) => !Number.isNaN(end)).sort((one, other) => one - other)
  return first
}

/** The newest comment on these tasks, or the last completion if that is newer, as far as the app heard of them. */
const lastActivity = async (deps: BotDeps, tasks: readonly KnownTask[]) => {
  const uuids = tasks.map(({ uuid }) => uuid)
  const comment = await newestComment(deps.database.sql, uuids)
  const [done] = tasks
    .flatMap((task) => (task.doneAt === undefined ? [] : [{ task, at: task.doneAt }]))
    .sort((one, other) => other.at - one.at)
  if (done && done.at >= (comment?.at ?? 0)) {
    const by = await ifPerson(deps, done.task.doneBy)
    return { did: 'completed' as const, by, at: isoTime(done.at), task: done.task }
  }
  const task = comment && tasks.find(({ uuid }) => uuid === comment.taskUuid)
  return (
    task && { did: 'commented' as const, by: comment.authorName || undefined, at: isoTime(comment.at), task }
  )
}
