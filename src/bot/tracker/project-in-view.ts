import { saysCompleted, saysOver } from '../../contract/task.ts'
import { ifSet } from '../../contract/text.ts'
import type { ProjectItem } from '../../contract/project.ts'
import { type Turn, turnOf } from '../../contract/waiting.ts'
import { type MadeChannel, madeChannel } from '../store/made-channels.ts'
import { type KnownProject, knownProject, type KnownTask, tasksOf } from '../store/known-projects.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Route } from '../audience/audience.ts'
import { dayAt, dayMs, instantsOf, workingDaysAfter } from '../kit/time.ts'
import { unlessNoPeople } from './tracker-says.ts'
import { type OpenTask, openTasks } from '../store/channel-tasks.ts'
import { nameOf, peopleOf } from './people.ts'

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

/** Whose turn an open task is. `names`: from `customerNames`. */
export const turnIn =
  (names: ReadonlySet<string>) =>
  ({ completed, isInternal, assigneeName = '', assignedAt, said }: OpenTask): Turn | undefined =>
    turnOf({
      ...said,
      isInternal: isInternal === true,
      customerHasItSince: completed === false && names.has(assigneeName) ? assignedAt : undefined,
    })

/** Whether the customer has waited for a reply longer than the workspace allows: `dueDays`, in working days. */
export const isReplyOverdue = (
  { now }: Pick<BotDeps, 'now'>,
  timeZone: string,
  since: number,
  dueDays: number,
): boolean => workingDaysAfter(timeZone, since, dueDays) <= now()

/** By task, for a project's open tasks. */
export type Turns = ReadonlyMap<string, Turn>

export const turnsOf = async (deps: BotDeps, projectUuid: string, names: ReadonlySet<string>) => {
  const turns = new Map<string, Turn>()
  for (const task of await openTasks(deps.database.sql, [...names], projectUuid)) {
    const turn = turnIn(names)(task)
    if (turn) turns.set(task.uuid, turn)
  }
  return turns as Turns
}

/**
 * The task that the tracker named as next, else the one due first. A task of unknown state counts as open. For outsiders,
 * only the dates decide: the tracker counts internal tasks.
 */
export const nextTask = async (
  deps: BotDeps,
  { shared }: Pick<Route, 'shared'>,
  uuid: string,
  tasks: readonly KnownTask[],
  today: string,
) => {
  const named = shared ? undefined : (await knownProject(deps.database.sql, uuid))?.nextTaskUuid
  const open = tasks.filter(({ completed }) => !completed)
  return (
    open.find((task) => task.uuid === named) ??
    open.find((task) => task.dueDate !== undefined && !isLate(task, today))
  )
}

const isOpen = ({ completed }: KnownTask): boolean => !completed

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
