import { isoTime } from '../../contract/dates.ts'
import type { Turn } from '../../contract/waiting.ts'
import { saysOver, type Task } from '../../contract/task.ts'
import { ifSet } from '../../contract/text.ts'
import { atTask, linkFor, mayShow, type Route, taskLinkFor, type Urls } from '../audience/audience.ts'
import type { BotDeps } from '../deps/deps.ts'
import {
  type ForTeam,
  type PortalProjectCard,
  portalProjectCardSchema,
  type ProjectCardFacts,
  type ProjectOutlook,
} from '../kit/project-card.ts'
import {
  type PortalTaskCard,
  portalTaskCardSchema,
  readersOfTask,
  type TaskCardFacts,
} from '../kit/task-card.ts'
import { dayText } from '../kit/text.ts'
import { dayAt } from '../kit/time.ts'
import { knownProject, type KnownTask, tasksOf } from '../store/known-projects.ts'
import { replyDueIn } from '../store/key-values.ts'
import { newestComment } from '../store/notes.ts'
import { ifPerson } from './people.ts'
import {
  customerNames,
  isLate,
  isProjectLate,
  isReplyOverdue,
  nextTask,
  type ProjectInView,
  turnsOf,
} from './project-in-view.ts'
import type { TaskInView } from './task-in-view.ts'
import { isCompleted, isDone } from './tracker-says.ts'

/*
 * What readers may know of a project or a task: the team's view, or where people outside the team read, the portal's.
 * The portal's has no field for what counts or names internal work: a project's status and progress, a task's module,
 * the team's pages. What is worked out from tasks, it works out from those known to be visible.
 */

/** A page's address, under a name that says for whom it is. */
export const pagesFor = (route: Pick<Route, 'shared'>, urls: Urls) => ({
  ...(!route.shared && { url: urls.internalUrl ?? undefined }),
  portalUrl: urls.portalUrl ?? undefined,
})

/** What the customer sees of a project's state. */
const overAs = (view: ProjectInView): 'Completed' | 'Archived' | undefined => {
  if (isCompleted(view)) return 'Completed'
  return saysOver(view.item.project_state) ? 'Archived' : undefined
}

/** A project's state in a list to choose from. */
export const stateFor = (route: Pick<Route, 'shared'>, view: ProjectInView): string | undefined =>
  route.shared ? overAs(view) : ifSet(view.item.project_state)

/** What both views have. */
const ofProject = (view: ProjectInView) => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: ifSet(view.accountName),
  ownerName: ifSet(view.item.project_owner?.full_name),
  over: overAs(view),
  dueDate: ifSet(view.item.due_date),
  completedDate: ifSet(view.item.completed_date),
  portalUrl: view.portalUrl,
})

/** Whether a project is overdue. A tracker may also call it overdue for a task's sake, which outsiders must not learn. */
export const isLateFor = (route: Pick<Route, 'shared'>, view: ProjectInView, today: string): boolean =>
  (!route.shared || ifSet(view.item.due_date) !== undefined) && isProjectLate(view, today)

type Card = ProjectCardFacts | PortalProjectCard

const cardWith = (
  deps: Pick<BotDeps, 'now'>,
  view: ProjectInView,
  route: Route,
  { forTeam, ...outlook }: ProjectOutlook & ForTeam = {},
): Card => {
  const overdue = isLateFor(route, view, dayAt(route.timeZone, deps.now()))
  const status = ifSet(view.item.status?.name)
  if (route.shared)
    return portalProjectCardSchema.parse({ ...ofProject(view), visible: { overdue, ...outlook } })
  return {
    ...ofProject(view),
    ...outlook,
    forTeam,
    overdue,
    ...(overAs(view) === undefined && status !== undefined
      ? { status }
      : { state: ifSet(view.item.project_state) }),
    percentage: view.item.percentage ?? undefined,
    url: view.internalUrl,
    canMakeChannel: view.hasChannel !== true,
  }
}

export const projectCardFacts = (deps: Pick<BotDeps, 'now'>, view: ProjectInView, route: Route): Card =>
  cardWith(deps, view, route)

const dueWords = ({ dueDate }: KnownTask) => (dueDate === undefined ? undefined : `due ${dayText(dueDate)}`)

/** A card's lines about tasks: who waits for whom, overdue, next and last. `shown`: the tasks that these readers may see. */
const outlook = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Route,
  shown: readonly KnownTask[],
): Promise<ProjectOutlook & ForTeam> => {
  const open = shown.filter(({ completed }) => !completed)
  const today = dayAt(route.timeZone, deps.now())
  const names = await customerNames(deps)
  const turns = await turnsOf(deps, view.uuid, names)
  const cardTask = ({ uuid, name }: KnownTask, detail?: string) => ({
    uuid,
    name,
    url: taskLinkFor(route, uuid, view),
    detail,
  })
  const late = open.filter((task) => isLate(task, today))
  const waitingFor = (whose: Turn['whose']) =>
    open
      .flatMap((task) => {
        const turn = turns.get(task.uuid)
        return turn?.whose === whose ? [{ task, since: turn.since }] : []
      })
      .sort((one, other) => one.since - other.since)
  const sinceWords = (since = 0) => `since ${dayText(dayAt(route.timeZone, since))}`
  const [ours, waiting] = [waitingFor('team'), waitingFor('customer')]
  const next = await nextTask(deps, route, view.uuid, open, today)
  const [[lateFirst], [oursFirst], [{ task: waitingFirst, since } = {}]] = [late, ours, waiting]
  const { assigneeName: assignee = '' } = waitingFirst ?? {}
  const last = await lastActivity(deps, shown)
  const isListed = (await knownProject(deps.database.sql, view.uuid))?.listedAt !== undefined
  return {
    forTeam: oursFirst && {
      total: ours.length,
      first: cardTask(oursFirst.task, sinceWords(oursFirst.since)),
      overdue: isReplyOverdue(deps, route.timeZone, oursFirst.since, await replyDueIn(deps.database.sql)),
    },
    late: lateFirst && { total: late.length, first: cardTask(lateFirst, dueWords(lateFirst)) },
    waiting: waitingFirst && {
      total: waiting.length,
      first: cardTask(waitingFirst, sinceWords(since)),
      on: names.has(assignee) ? assignee : undefined,
    },
    known: (lateFirst || waitingFirst || oursFirst) && !isListed ? shown.length : undefined,
    next: next && cardTask(next, dueWords(next)),
    activity: last && { ...last, task: cardTask(last.task) },
  }
}

/** The card's tasks are the stored ones: a card changes too often to read each task again. */
export const projectCardNow = async (deps: BotDeps, view: ProjectInView, route: Route): Promise<Card> => {
  if (view.isOver) return cardWith(deps, view, route)
  const tasks = await tasksOf(deps.database.sql, view.uuid)
  const shown = tasks.filter(({ isInternal }) => mayShow(route, isInternal))
  return cardWith(deps, view, route, shown.length === 0 ? {} : await outlook(deps, view, route, shown))
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

export const teamUrl = (uuid: string, task: Task): string | undefined =>
  taskLinkFor({ shared: false }, uuid, {
    internalUrl: task.internal_project_url,
    portalUrl: task.portal_project_url,
  })

type Linked = Pick<TaskInView, 'uuid' | 'task' | 'project'>

const urlsOf = ({ uuid, task, project }: Linked): Urls => {
  const at = (url: string | null | undefined) => url && atTask(url, uuid)
  return {
    internalUrl: at(task.internal_project_url ?? project.internalUrl),
    portalUrl: at(task.portal_project_url ?? project.portalUrl),
  }
}

export const taskPages = (view: Linked, route: Pick<Route, 'shared'>) => pagesFor(route, urlsOf(view))

export const taskUrl = (view: Linked, route: Pick<Route, 'shared'>) => linkFor(route, urlsOf(view))

const isOverdue = ({ task, seenAt }: TaskInView, { timeZone }: Route): boolean =>
  isLate({ completed: isDone(task.status), dueDate: ifSet(task.due_date) }, dayAt(timeZone, seenAt))

type TaskCard = TaskCardFacts | PortalTaskCard

const taskCardWith = (
  view: TaskInView,
  route: Route,
  existedBefore: boolean,
  more: Pick<TaskCardFacts, 'readers' | 'accountName'> = {},
): TaskCard => {
  const { uuid, task } = view
  const facts = {
    ...more,
    uuid,
    name: task.name,
    projectName: task.project.name,
    status: ifSet(task.status),
    assigneeName: ifSet(task.assignee_name),
    dueDate: ifSet(task.due_date),
    overdue: isOverdue(view, route),
    existedBefore,
    deleted: false,
    ...taskPages(view, route),
  }
  if (route.shared) return portalTaskCardSchema.parse(facts)
  return { ...facts, moduleName: ifSet(task.module_name), internal: task.is_internal === true }
}

export const taskCardFacts = (view: TaskInView, route: Route): TaskCard => taskCardWith(view, route, false)

/** The card at the root of a task's thread also says who reads the replies. */
export const threadCardFacts = (view: TaskInView, route: Route, existedBefore: boolean): TaskCard =>
  taskCardWith(view, route, existedBefore, {
    readers: readersOfTask(view.internal),
    accountName: view.project.accountName,
  })
