import { isoDate } from '../../../contract/dates.ts'
import { type KnownTask, knownTask, tasksOf } from '../../store/known-projects.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { lastPostLike } from '../../sync/store/past-posts.ts'
import { commentsSince, unanswered, writeNotes } from '../../store/notes.ts'
import type { DigestItem, DigestItems, DigestProject } from '../../sync/messages/digest.ts'
import { dayText, count, daysLate } from '../../kit/text.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { atTask, forTeam, linkFor, mayShow, type Route } from '../../audience/audience.ts'
import { unlessMissing } from '../../tracker/tracker-says.ts'
import { wantsTask } from '../../sync/posts/guards.ts'
import {
  type ProjectInView,
  isLate,
  isProjectLate,
  nextTask,
  waitingOnCustomer,
  customerNames,
  waitingSince,
} from '../../tracker/project-in-view.ts'
import { dayAt } from '../../kit/time.ts'
import { taskNotes, taskUrl } from '../../tracker/task-in-view.ts'
import { type OpenTask, openTasks } from '../../store/channel-tasks.ts'
import { allPages, allProjects } from '../../tracker/find-project.ts'

/** Tasks that completed and archived projects left open don't count anymore. */
export const byState = (projects: readonly ProjectInView[]) => {
  const { running = [], over = [] } = Object.groupBy(projects, ({ isOver }) => (isOver ? 'over' : 'running'))
  return {
    running: running.map(({ uuid, accountName = 'No customer', item }) => ({
      uuid,
      account: accountName,
      ownerEmail: item.project_owner?.email_address?.toLowerCase(),
    })),
    over: new Set(over.map(({ uuid }) => uuid)),
  }
}

/** Only the tracker knows which projects are over. */
export const projectsByState = async (deps: BotDeps) => byState((await allProjects(deps, allPages)).projects)

export type Waiting = OpenTask & { readonly since: number }

/** What the bot has heard of that waits on customers, longest first. `over`: uuids of projects that are over. */
export const waitingNow = async (deps: BotDeps, over: ReadonlySet<string>): Promise<Waiting[]> => {
  const { sql } = deps.database
  const [names, asked] = await Promise.all([customerNames(deps), unanswered(sql)])
  const found = [
    ...(await openTasks(sql, 'assignee_name', [...names])),
    ...(await openTasks(sql, 'uuid', [...asked.keys()])),
  ]
  const since = waitingSince(asked, names)
  const tasks = [...new Map(found.map((task) => [task.uuid, task])).values()]
  return tasks
    .filter(({ project }) => !over.has(project.uuid))
    .flatMap((task) => {
      const from = since(task)
      return from === undefined ? [] : [{ ...task, since: from }]
    })
    .sort((one, other) => one.since - other.since)
}

interface DigestOf {
  route: Route
  settings: ChannelSettings
  /** In ms. The next digest starts at `until`, because news may arrive while this one is composed. */
  since: number
  until: number
  timeZone: string
  customers: ReadonlySet<string>
  /** How many tasks may still be read. After that, tasks are only counted. */
  reads: { left: number }
}

interface Fresh {
  state: KnownTask
  url: string | undefined
}

/** Undefined if the task is gone or must not be shown. */
const reread = async (deps: BotDeps, view: ProjectInView, uuid: string, { route, reads }: DigestOf) => {
  reads.left -= 1
  const { sql } = deps.database
  const task = await unlessMissing(deps.api.getTask({ task_uuid: uuid }))
  if (!task || task.is_archived === true || (task.project.uuid ?? view.uuid) !== view.uuid) return undefined
  const stored = await knownTask(sql, uuid)
  const internal = task.is_internal ?? stored?.isInternal
  const seen = { uuid, task, project: view, internal, stored, seenAt: deps.now() }
  await writeNotes(sql, taskNotes(seen), deps.now())
  const state = await knownTask(sql, uuid)
  return state && mayShow(route, state.isInternal) ? { state, url: taskUrl(seen, route) } : undefined
}

type Look = (uuid: string) => Promise<Fresh | undefined>

const namedOfKind = 3

const named = async (
  states: readonly KnownTask[],
  { reads }: DigestOf,
  look: Look,
  holds: (state: KnownTask) => boolean,
  detail: (state: KnownTask) => string | undefined,
): Promise<DigestItems> => {
  const items: DigestItem[] = []
  let total = 0
  for (const state of states.filter(holds)) {
    if (items.length === namedOfKind || reads.left <= 0) {
      total += 1
      continue
    }
    const fresh = await look(state.uuid)
    if (!fresh || !holds(fresh.state)) continue
    total += 1
    items.push({ uuid: state.uuid, name: fresh.state.name, url: fresh.url, detail: detail(fresh.state) })
  }
  return { total, named: items }
}

/** `3 days`. Undefined: not late. */
export const lateWords = (due: string | undefined, today: string): string | undefined => {
  const days = daysLate(due, today)
  return days === undefined ? undefined : count(days, 'day')
}

export const dueWords = (day: string | undefined) => (day === undefined ? undefined : `due ${dayText(day)}`)

const isWithin = ({ since, until }: DigestOf, at: number | undefined): boolean =>
  at !== undefined && at >= since && at < until

const wasDone =
  (of: DigestOf) =>
  ({ completed, doneAt }: KnownTask): boolean =>
    completed === true && isWithin(of, doneAt)

const openKinds = async (deps: BotDeps, uuid: string, of: DigestOf) => {
  const today = dayAt(of.timeZone, deps.now())
  return {
    late: (task: KnownTask) => isLate(task, today),
    waits: await waitingOnCustomer(deps, uuid, of.customers),
  }
}

const commentItems = (
  counts: ReadonlyMap<string, number>,
  states: readonly KnownTask[],
  url: string | undefined,
) => {
  const on = states.flatMap(({ uuid, name }) => {
    const comments = counts.get(uuid) ?? 0
    return comments > 0 ? [{ uuid, name, comments }] : []
  })
  const items = on
    .sort((one, other) => other.comments - one.comments)
    .slice(0, namedOfKind)
    .map(({ uuid, name, comments }): DigestItem => ({
      uuid,
      name,
      url: url && atTask(url, uuid),
      detail: String(comments),
      standsFor: comments,
    }))
  return { total: on.reduce((sum, { comments }) => sum + comments, 0), named: items }
}

const shownStates = async (
  deps: BotDeps,
  uuid: string,
  { route, settings }: DigestOf,
): Promise<KnownTask[]> => {
  const states = await tasksOf(deps.database.sql, uuid)
  return states.filter((state) => mayShow(route, state.isInternal) && wantsTask(settings, state))
}

const toldCompleted = (deps: BotDeps, uuid: string, { route: { channel } }: DigestOf) =>
  lastPostLike(deps.database.sql, channel, 'project_completed', `${uuid}@`)

/** Uses only stored facts, without a tracker call. `over`: nothing of the project is overdue or waits. */
export const hasNews = async (deps: BotDeps, uuid: string, of: DigestOf, over: boolean): Promise<boolean> => {
  const states = await shownStates(deps, uuid, of)
  const done = wasDone(of)
  const { late, waits } = await openKinds(deps, uuid, of)
  const isOpen = (state: KnownTask) => !over && (late(state) || waits(state) !== undefined)
  if (states.some((state) => done(state) || isOpen(state))) return true
  const counts = await commentsSince(deps.database.sql, uuid, of)
  if (states.some((state) => counts.has(state.uuid))) return true
  return over && isWithin(of, await toldCompleted(deps, uuid, of))
}

/** Overdue, waiting and next tasks. Empty for a completed project. */
const projectOutlook = async (deps: BotDeps, view: ProjectInView, of: DigestOf, look: Look) => {
  const { since, timeZone, reads } = of
  const states = view.isOver ? [] : await shownStates(deps, view.uuid, of)
  const { late, waits } = await openKinds(deps, view.uuid, of)
  const today = dayAt(timeZone, deps.now())
  const next = await nextTask(deps, view.uuid, states, today)
  const fresh = next && reads.left > 0 ? await look(next.uuid) : undefined
  const waitWords = (state: KnownTask) => `since ${dayText(dayAt(timeZone, waits(state) ?? since))}`
  return {
    late: await named(states, of, look, late, ({ dueDate }) => lateWords(dueDate, today)),
    waiting: await named(states, of, look, (state) => waits(state) !== undefined, waitWords),
    next: fresh && !fresh.state.completed ? nextItem(fresh) : undefined,
  }
}

const nextItem = ({ state: { uuid, name, dueDate }, url }: Fresh): DigestItem => ({
  uuid,
  name,
  url,
  detail: dueWords(dueDate),
})

/** Undefined if the project has no news. */
export const digestProjectFacts = async (deps: BotDeps, view: ProjectInView, of: DigestOf) => {
  const { item, uuid, isOver } = view
  const { route, since } = of
  const states = await shownStates(deps, uuid, of)
  const look: Look = (task) => reread(deps, view, task, of)
  const url = linkFor(route, view)
  const completedDate = isOver ? item.completed_date?.slice(0, 10) : undefined
  const told = await toldCompleted(deps, uuid, of)
  // The tracker's list has only a day, in UTC.
  const isNow = told === undefined ? (completedDate ?? '') >= isoDate(since) : isWithin(of, told)
  const doneNow = completedDate !== undefined && isNow
  const facts: DigestProject = {
    uuid,
    name: item.name,
    url,
    percentage: forTeam(route, item.percentage),
    overdue: isProjectLate(view, dayAt(of.timeZone, deps.now())),
    completedDate: doneNow ? completedDate : undefined,
    done: await named(states, of, look, wasDone(of), () => undefined),
    ...(await projectOutlook(deps, view, of, look)),
    comments: commentItems(await commentsSince(deps.database.sql, uuid, of), states, url),
  }
  const said = facts.done.total + facts.late.total + facts.waiting.total + facts.comments.total
  return said > 0 || doneNow ? facts : undefined
}
