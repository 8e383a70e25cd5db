import { sql as raw } from 'kysely'
import { dayMs, daysBetween, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { Scope } from './rows.ts'
import type { ServiceTables } from './tables.ts'
import { fullName } from './people.ts'
import { firstAnswers, waitingTasks } from './turns.ts'

const monthsShown = 6
const answerDays = 30

const customer: ServiceTables['person']['role'] = 'Customer'
const count = raw<number>`count(*)`
type Waiting = Awaited<ReturnType<typeof waitingTasks>>[number]

/** The first day of the month that many months ago, in ms. */
const monthsAgo = (months: number, now: number): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
}

const monthsFrom = (now: number): number => monthsAgo(monthsShown - 1, now)
const answersFrom = (now: number): number => now - (answerDays + 1) * dayMs

/** Projects with the same start, due date and day of completion are one row. */
const completedSince = async ({ sql, org }: Scope, from: number) => {
  const day = raw<number>`completed_at / ${raw.lit(dayMs)}`
  const rows = await sql
    .selectFrom('project')
    .select(['start_date', 'due_date', day.as('day'), count.as('projects')])
    .where('org', '=', org)
    .where('completed_at', '>=', from)
    .where('state', '<>', 'Active')
    .groupBy(['start_date', 'due_date', day])
    .execute()
  return rows.map((row) => ({
    start: row.start_date as IsoDate,
    due: row.due_date as IsoDate,
    completed: isoDate(row.day * dayMs),
    projects: row.projects,
  }))
}

type Completed = Awaited<ReturnType<typeof completedSince>>[number]

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

const monthOf = (month: string, rows: readonly Completed[]) => {
  const projects = sum(rows, (row) => row.projects)
  const average = (end: 'due' | 'completed') =>
    Math.round(sum(rows, (row) => row.projects * Math.max(0, daysBetween(row.start, row[end]))) / projects)
  return { month, projects, actual: average('completed'), planned: average('due') }
}

const completions = async (scope: Scope, now: number) => {
  const rows = await completedSince(scope, monthsFrom(now))
  const months = [...new Set(rows.map(({ completed }) => completed.slice(0, 7)))].sort()
  const late = rows.filter(({ completed, due }) => completed > due)
  const completed = sum(rows, (row) => row.projects)
  return {
    completed,
    onTime: completed - sum(late, (row) => row.projects),
    months: months.map((month) =>
      monthOf(
        month,
        rows.filter((row) => row.completed.startsWith(month)),
      ),
    ),
  }
}

const firstProjectAt = async ({ sql, org }: Scope): Promise<number | undefined> => {
  const first = sql.selectFrom('project').where('org', '=', org).select('created_at').orderBy('id').limit(1)
  const row = await first.executeTakeFirst()
  return row?.created_at
}

const countRunning = async ({ sql, org }: Scope): Promise<number> => {
  const active = sql.selectFrom('project').where('org', '=', org).where('state', '=', 'Active')
  return (await active.select(count.as('total')).executeTakeFirstOrThrow()).total
}

const overdueByOwner = async ({ sql, org }: Scope, today: IsoDate) => {
  const rows = await sql
    .selectFrom('project')
    .innerJoin('person as owner', 'owner.uuid', 'project.owner_uuid')
    .select(['owner.first_name', 'owner.last_name', count.as('projects')])
    .select(raw<string>`min(project.due_date)`.as('due'))
    .where('project.org', '=', org)
    .where('project.state', '=', 'Active')
    .where('project.due_date', '<', today)
    .groupBy(['owner.uuid', 'owner.first_name', 'owner.last_name'])
    .execute()
  return rows
    .map((row) => ({
      owner: fullName(row),
      projects: row.projects,
      days: daysBetween(row.due as IsoDate, today),
    }))
    .sort((one, other) => other.projects - one.projects || other.days - one.days)
}

/** Tasks that wait for the customer, by account. */
const waitingByAccount = (waiting: readonly Waiting[]) => {
  const byAccount = Map.groupBy(waiting, ({ account }) => account)
  return [...byAccount]
    .map(([account, tasks]) => ({
      account,
      tasks: tasks.length,
      since: isoDate(Math.min(...tasks.map(({ since }) => since))),
    }))
    .sort(
      (one, other) =>
        other.tasks - one.tasks ||
        one.since.localeCompare(other.since) ||
        one.account.localeCompare(other.account),
    )
}

/** Comments that are younger than a day may still be answered in time, so they don't count yet. */
const countAnswered = async ({ sql, org }: Scope, now: number) => {
  const { of, inADay } = await sql
    .selectFrom('comment')
    .innerJoin('person as author', 'author.uuid', 'comment.created_by')
    .innerJoin('task', 'task.uuid', 'comment.task_uuid')
    .select(count.as('of'))
    .select((row) => {
      const answer = row
        .selectFrom('comment as vendor')
        .innerJoin('person as answerer', 'answerer.uuid', 'vendor.created_by')
        .select('vendor.id')
        .whereRef('vendor.task_uuid', '=', 'comment.task_uuid')
        .whereRef('vendor.created_at', '>', 'comment.created_at')
        .where(raw<boolean>`vendor.created_at <= comment.created_at + ${raw.lit(dayMs)}`)
        .where('answerer.role', '<>', customer)
      return raw<number | null>`sum(case when ${row.exists(answer)} then 1 else 0 end)`.as('inADay')
    })
    .where('comment.org', '=', org)
    .where('comment.created_at', '>=', answersFrom(now))
    .where('comment.created_at', '<', now - dayMs)
    .where('author.role', '=', customer)
    .where('task.is_internal', '=', 0)
    .executeTakeFirstOrThrow()
  return { of, inADay: inADay ?? 0 }
}

export type Report = Awaited<ReturnType<typeof reportOf>>

/** docs/reports.md defines every figure. */
export const reportOf = async (scope: Scope, now: number) => {
  const first = await firstProjectAt(scope)
  const waiting = await waitingTasks(scope)
  const months = Array.from({ length: monthsShown }, (_, at) => monthsAgo(monthsShown - 1 - at, now))
  const isAfter = (from: number) => first === undefined || first > from
  return {
    since: first === undefined ? undefined : isoDate(first),
    /** True while the first project is younger than the period of a figure: an empty figure says nothing yet. */
    tooEarly: { completed: isAfter(monthsFrom(now)), answered: isAfter(answersFrom(now)) },
    running: await countRunning(scope),
    ...(await completions(scope, now)),
    forTeam: waiting
      .filter(({ whose }) => whose === 'team')
      .map(({ task, project, account, since }) => ({ task, project, account, since: isoDate(since) })),
    waiting: waitingByAccount(waiting.filter(({ whose }) => whose === 'customer')),
    firstAnswers: (await firstAnswers(scope, months)).map(({ month, ms, ...row }) => ({
      ...row,
      month: isoDate(month).slice(0, 7),
      hours: Math.round(ms / 3_600_000),
    })),
    overdue: await overdueByOwner(scope, isoDate(now)),
    answered: await countAnswered(scope, now),
  }
}
