import { daysBetween, isoDate, type IsoDate } from '../../../contract/dates.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import { coversAny } from '../../store/channels/covers.ts'
import { announcedCompletions, answeredInADay, waitingByProject } from '../../store/digests/report-rows.ts'
import { projectCompletedSchema } from '../../messages/events/project-completed.ts'
import { monthsShown, type ReportFacts, type ReportMonth } from '../../messages/digests/report.ts'
import { isoDay } from '../../messages/kit/words.ts'
import type { BotDeps } from '../../deps.ts'
import { type Route, subscriptionsFor } from '../../access/audience.ts'
import { dayMs } from '../answers/wall-clock.ts'
import { allProjects, factsOf, uuidOf } from '../tracker/find-project.ts'
import { isOver } from '../tracker/is-completed.ts'
import { customerNames } from './waiting-on-customer.ts'

/** Of a project, what a report counts. */
interface Counted {
  uuid: string
  account: string
  owner: string
  over: boolean
  start: IsoDate | undefined
  due: IsoDate | undefined
  completed: IsoDate | undefined
}

/** Of the months that a report shows. */
const firstDayShown = (now: number): IsoDate => {
  const date = new Date(now)
  return isoDate(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsShown + 1, 1))
}

/** The interface's list has no dates of completion. Then an announcement may have one, and it isn't older. */
const announcedDates = async (deps: BotDeps, items: readonly ProjectItem[]) => {
  if (!items.some((item) => isOver(item) && !item.completed_date)) return new Map<string, string>()
  const since = Date.parse(firstDayShown(deps.now())) - dayMs
  const facts = await announcedCompletions(deps.database.sql, since)
  const read = facts.map((text) => projectCompletedSchema.safeParse(JSON.parse(text)).data)
  return new Map(read.map((one) => [one?.uuid ?? '', one?.completedDate ?? '']))
}

const countedOf = (item: ProjectItem, announced: ReadonlyMap<string, string>): Counted => {
  const uuid = uuidOf(item) ?? ''
  const over = isOver(item)
  return {
    uuid,
    account: item.account?.name ?? 'No customer',
    owner: item.project_owner?.full_name ?? 'Nobody',
    over,
    start: isoDay(item.start_date ?? undefined),
    due: isoDay(item.due_date ?? undefined),
    completed: over ? isoDay(item.completed_date ?? announced.get(uuid)) : undefined,
  }
}

/** The interface's largest page, 50 times. */
const mostPages = 50

/** In a shared channel, only what it received while it was known to be shared. */
const projectsFor = async (deps: BotDeps, route: Route) => {
  const { items, whole } = await allProjects(deps, mostPages)
  if (!route.shared) return { items, whole }
  const received = await subscriptionsFor(deps, route)
  return { items: items.filter((item) => coversAny(received, factsOf(item, uuidOf(item) ?? ''))), whole }
}

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other))
}

const average = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)

/** Only projects that have both dates. */
const daysOf = (projects: readonly Counted[], until: 'due' | 'completed'): number[] =>
  projects.flatMap((project) => {
    const { start, [until]: end } = project
    return start && end ? [Math.max(0, daysBetween(start, end))] : []
  })

const monthOf = (month: string, projects: readonly Counted[]): ReportMonth => {
  const planned = daysOf(projects, 'due')
  return {
    month,
    projects: projects.length,
    actual: average(daysOf(projects, 'completed')),
    planned: planned.length > 0 ? average(planned) : undefined,
  }
}

/** `onPlan`: of the projects with a plan. */
const completions = (projects: readonly Counted[], now: number) => {
  const from = firstDayShown(now)
  const done = projects.filter(({ start, completed }) => start && completed && completed >= from)
  const planned = done.filter(({ due }) => due !== undefined)
  const onTime = planned.filter(({ due = '', completed = '' }) => completed <= due).length
  return {
    completed: done.length,
    onPlan: planned.length > 0 ? { onTime, of: planned.length } : undefined,
    months: grouped(done, ({ completed = '' }) => completed.slice(0, 7)).map(([month, all]) =>
      monthOf(month, all),
    ),
  }
}

const overdueByOwner = (projects: readonly Counted[], today: IsoDate): ReportFacts['overdue'] => {
  const late = projects.filter(({ over, due }) => !over && due !== undefined && due < today)
  return grouped(late, ({ owner }) => owner)
    .map(([owner, all]) => ({
      owner,
      projects: all.length,
      days: Math.max(...all.map(({ due = today }) => daysBetween(due, today))),
    }))
    .sort((one, other) => other.projects - one.projects || other.days - one.days)
}

interface Waiting {
  account: string
  tasks: number
  /** YYYY-MM-DD. */
  since: string | undefined
}

const earliest = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

const dayOf = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : isoDate(ms))

/** Open tasks that are assigned to a customer, or have a question that no customer answered: as in digests. */
export const waitingTasks = async (
  deps: BotDeps,
  accounts: ReadonlyMap<string, string>,
  sure: boolean,
): Promise<Waiting[]> => {
  const names = [...(await customerNames(deps))]
  const rows = await waitingByProject(deps.database, names, sure)
  const waiting = rows.flatMap(({ projectUuid, tasks, assignedAt, askedAt }) => {
    const account = accounts.get(projectUuid)
    return account === undefined ? [] : [{ account, tasks, since: earliest(assignedAt, askedAt) }]
  })
  return grouped(waiting, ({ account }) => account)
    .map(([account, all]) => ({
      account,
      tasks: all.reduce((sum, { tasks }) => sum + tasks, 0),
      since: dayOf(earliest(...all.map(({ since }) => since))),
    }))
    .sort((one, other) => other.tasks - one.tasks || (one.since ?? '').localeCompare(other.since ?? ''))
}

const answerDays = 30

/** Comments that are younger than a day may still be answered in time, so they don't count yet. */
const answered = async (deps: BotDeps, known: ReadonlySet<string> | undefined, sure: boolean) => {
  const to = deps.now() - dayMs
  const rows = await answeredInADay(deps.database.sql, { from: to - answerDays * dayMs, to, sure })
  const counted = rows.filter(({ projectUuid }) => !known || known.has(projectUuid ?? ''))
  return {
    inADay: counted.reduce((sum, { inADay }) => sum + inADay, 0),
    of: counted.reduce((sum, { comments }) => sum + comments, 0),
  }
}

/** Only the tracker knows which projects are over. Tasks that they left open don't count anymore. */
export const projectsByState = async (deps: BotDeps) => {
  const { items } = await allProjects(deps, mostPages)
  const { running = [], over = [] } = Object.groupBy(items, (item) => (isOver(item) ? 'over' : 'running'))
  return {
    running: running.map((item) => ({
      uuid: uuidOf(item) ?? '',
      account: item.account?.name ?? 'No customer',
      ownerEmail: item.project_owner?.email_address?.toLowerCase(),
    })),
    over: new Set(over.map((item) => uuidOf(item) ?? '')),
  }
}

/** What a report says to the readers of a channel. The definitions are in docs/reports.md. */
export const reportFacts = async (deps: BotDeps, route: Route): Promise<ReportFacts> => {
  const { items, whole } = await projectsFor(deps, route)
  const announced = await announcedDates(deps, items)
  const projects = items.map((item) => countedOf(item, announced))
  const running = projects.filter(({ over }) => !over)
  const accounts = new Map(running.map(({ uuid, account }) => [uuid, account]))
  const known = route.shared ? new Set(projects.map(({ uuid }) => uuid)) : undefined
  return {
    at: new Date(deps.now()).toISOString(),
    ofChannel: route.shared,
    running: running.length,
    ...completions(projects, deps.now()),
    waiting: await waitingTasks(deps, accounts, route.shared),
    overdue: overdueByOwner(projects, isoDate(deps.now())),
    answered: await answered(deps, known, route.shared),
    notAllRead: !whole,
  }
}
