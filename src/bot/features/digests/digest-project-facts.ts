import { isLateFor, taskUrl } from '../../tracker/views.ts'
import { isoDate } from '../../../contract/dates.ts'
import { type KnownTask, knownTask, tasksOf } from '../../store/known-projects.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import { lastPostLike } from '../../sync/store/past-posts.ts'
import { commentsSince, writeNotes } from '../../store/notes.ts'
import type { DigestItem, DigestItems, DigestProject } from '../../sync/messages/digest.ts'
import type { Turn } from '../../../contract/waiting.ts'
import { dayText, count, daysLate } from '../../kit/text.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { atTask, linkFor, mayShow, type Route } from '../../audience/audience.ts'
import { unlessMissing } from '../../tracker/tracker-says.ts'
import { wantsTask } from '../../sync/posts/filters.ts'
import {
  type ProjectInView,
  isLate,
  isReplyOverdue,
  nextTask,
  customerNames,
  turnIn,
  turnsOf,
} from '../../tracker/project-in-view.ts'
import { dayAt } from '../../kit/time.ts'
import { taskNotes } from '../../tracker/task-in-view.ts'
import { type OpenTask, openTasks } from '../../store/channel-tasks.ts'
import { allPages, allProjects } from '../../tracker/listed-projects.ts'

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

export type Waiting = OpenTask & Turn

/** The known tasks that wait for the team or for customers, longest first. `over`: uuids of projects that are over. */
export const waitingNow = async (deps: BotDeps, over: ReadonlySet<string>): Promise<Waiting[]> => {
  const names = await customerNames(deps)
  const turn = turnIn(names)
  return (await openTasks(deps.database.sql, [...names]))
    .filter(({ project }) => !over.has(project.uuid))
    .flatMap((task) => {
      const now = turn(task)
      return now ? [{ ...task, ...now }] : []
    })
    .sort((one, other) => one.since - other.since)
}

interface DigestPlan {
  route: Route
  settings: ChannelSettings
  /** In ms. The next digest starts at `until`, because news may arrive while this one is composed. */
  since: number
  until: number
  timeZone: string
  customers: ReadonlySet<string>
  /** After how many working days a customer's words are overdue for a reply. */
  dueDays: number
  /** When the channel was to hear in this period that a project was archived, in ms, by the project's uuid. */
  archived: ReadonlyMap<string, number>
  /** How many tasks may still be read. After that, tasks are only counted. */
  reads: { left: number }
}

interface Fresh {
  state: KnownTask
  url: string | undefined
}

/** Undefined if the task is gone or must not be shown. */
const reread = async (deps: BotDeps, view: ProjectInView, uuid: string, { route, reads }: DigestPlan) => {
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

const namedItems = async (
  states: readonly KnownTask[],
  { reads }: DigestPlan,
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

const isWithin = ({ since, until }: DigestPlan, at: number | undefined): boolean =>
  at !== undefined && at >= since && at < until

const wasDone =
  (plan: DigestPlan) =>
  ({ completed, doneAt }: KnownTask): boolean =>
    completed === true && isWithin(plan, doneAt)

const openKinds = async (deps: BotDeps, uuid: string, plan: DigestPlan) => {
  const today = dayAt(plan.timeZone, deps.now())
  const turns = await turnsOf(deps, uuid, plan.customers)
  const waitsFor =
    (whose: Turn['whose']) =>
    ({ uuid: task }: KnownTask): boolean =>
      turns.get(task)?.whose === whose
  return {
    since: ({ uuid: task }: KnownTask): number => turns.get(task)?.since ?? plan.since,
    late: (task: KnownTask) => isLate(task, today),
    waits: waitsFor('customer'),
    // Outsiders don't read whom the team keeps waiting.
    waitsForTeam: plan.route.shared ? () => false : waitsFor('team'),
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
  { route, settings }: DigestPlan,
): Promise<KnownTask[]> => {
  const states = await tasksOf(deps.database.sql, uuid)
  return states.filter((state) => mayShow(route, state.isInternal) && wantsTask(settings, state))
}

const completionPostedAt = (deps: BotDeps, uuid: string, { route: { channel } }: DigestPlan) =>
  lastPostLike(deps.database.sql, channel, 'project_completed', `${uuid}@`)

/** Reads only what is stored. `over`: the project is over, so none of its tasks is overdue or waits. */
export const hasNews = async (deps: BotDeps, uuid: string, plan: DigestPlan, over: boolean) => {
  const states = await shownStates(deps, uuid, plan)
  const done = wasDone(plan)
  const { late, waits, waitsForTeam } = await openKinds(deps, uuid, plan)
  const isOpen = (state: KnownTask) => !over && (late(state) || waits(state) || waitsForTeam(state))
  if (states.some((state) => done(state) || isOpen(state))) return true
  const counts = await commentsSince(deps.database.sql, uuid, plan)
  if (states.some((state) => counts.has(state.uuid))) return true
  if (plan.archived.has(uuid)) return true
  return over && isWithin(plan, await completionPostedAt(deps, uuid, plan))
}

/** Whether it has a task that waits for the team's reply: such projects come first. Reads only what is stored. */
export const hasTeamTurn = async (deps: BotDeps, uuid: string, plan: DigestPlan): Promise<boolean> => {
  const { waitsForTeam } = await openKinds(deps, uuid, plan)
  return (await shownStates(deps, uuid, plan)).some(waitsForTeam)
}

/** Overdue, waiting and next tasks. Empty for a completed project. */
const projectOutlook = async (deps: BotDeps, view: ProjectInView, plan: DigestPlan, look: Look) => {
  const { timeZone, reads } = plan
  const states = view.isOver ? [] : await shownStates(deps, view.uuid, plan)
  const { late, waits, waitsForTeam, since } = await openKinds(deps, view.uuid, plan)
  const today = dayAt(timeZone, deps.now())
  const next = await nextTask(deps, plan.route, view.uuid, states, today)
  const fresh = next && reads.left > 0 ? await look(next.uuid) : undefined
  const sinceWords = (state: KnownTask) => `since ${dayText(dayAt(timeZone, since(state)))}`
  const longestFirst = states.toSorted((one, other) => since(one) - since(other))
  const forTeam = await namedItems(longestFirst, plan, look, waitsForTeam, (state) =>
    isReplyOverdue(deps, timeZone, since(state), plan.dueDays)
      ? `overdue, ${sinceWords(state)}`
      : sinceWords(state),
  )
  return {
    ...(forTeam.total > 0 && { forTeam }),
    late: await namedItems(states, plan, look, late, ({ dueDate }) => lateWords(dueDate, today)),
    waiting: await namedItems(states, plan, look, waits, sinceWords),
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
export const digestProjectFacts = async (deps: BotDeps, view: ProjectInView, plan: DigestPlan) => {
  const { item, uuid, isOver } = view
  const { route, since } = plan
  const states = await shownStates(deps, uuid, plan)
  const look: Look = (task) => reread(deps, view, task, plan)
  const url = linkFor(route, view)
  const completedDate = isOver ? item.completed_date?.slice(0, 10) : undefined
  const announcedAt = await completionPostedAt(deps, uuid, plan)
  // Without an announcement, only the day is known, in UTC.
  const isNow =
    announcedAt === undefined ? (completedDate ?? '') >= isoDate(since) : isWithin(plan, announcedAt)
  const doneNow = completedDate !== undefined && isNow
  const archivedAt = isOver ? plan.archived.get(uuid) : undefined
  const facts: DigestProject = {
    uuid,
    name: item.name,
    url,
    percentage: item.percentage ?? undefined,
    overdue: isLateFor(route, view, dayAt(plan.timeZone, deps.now())),
    completedDate: doneNow ? completedDate : undefined,
    archivedDate: archivedAt === undefined ? undefined : dayAt(plan.timeZone, archivedAt),
    done: await namedItems(states, plan, look, wasDone(plan), () => undefined),
    ...(await projectOutlook(deps, view, plan, look)),
    comments: commentItems(await commentsSince(deps.database.sql, uuid, plan), states, url),
  }
  const { forTeam, done, late, waiting, comments } = facts
  const itemCount = [forTeam, done, late, waiting, comments].reduce(
    (sum, items) => sum + (items?.total ?? 0),
    0,
  )
  return itemCount > 0 || doneNow || archivedAt !== undefined ? facts : undefined
}
