import { sql as raw } from 'kysely'
import { dayMs, daysBetween, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { Scope } from './rows.ts'
import type { ServiceTables } from './tables.ts'
import { fullName } from './people.ts'

const monthsShown = 6
const answerDays = 30

const customer: ServiceTables['person']['role'] = 'Customer'
const isDone: ServiceTables['task']['status'] = 'Completed'
const count = raw<number>`count(*)`
type Time = number | null
/** When a customer last commented on the task. */
const lastOfCustomer = raw<Time>`max(case when author.role = ${raw.lit(customer)} then comment.created_at end)
  over (partition by task.id)`
/** When the vendor first commented after that. */
const askedAt = raw<Time>`min(case when role <> ${raw.lit(customer)}
  and (answered_at is null or created_at > answered_at) then created_at end)`

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

/** Open tasks that customers see, with each of their comments. */
const openTasks = ({ sql, org }: Scope) =>
  sql
    .selectFrom('project')
    .innerJoin('task', 'task.project_uuid', 'project.uuid')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .leftJoin('person as assignee', (join) =>
      join
        .onRef('assignee.uuid', '=', 'task.assignee_uuid')
        .on('assignee.role', '=', customer)
        .on('assignee.is_active', '=', 1),
    )
    .leftJoin('comment', 'comment.task_uuid', 'task.uuid')
    .leftJoin('person as author', 'author.uuid', 'comment.created_by')
    .select(['task.id', 'project.account_uuid', 'task.assigned_at', 'assignee.uuid as assignee'])
    .select(['comment.created_at', 'author.role', lastOfCustomer.as('answered_at')])
    .where('project.org', '=', org)
    .where('project.state', '=', 'Active')
    .where('task.status', '<>', isDone)
    .where('task.is_internal', '=', 0)
    .where('task.is_archived', '=', 0)
    .where('module.is_archived', '=', 0)

/** Tasks that may wait for the customer. The inner query reads each row once, whatever the planner's statistics say. */
const waitingTasks = (scope: Scope) =>
  scope.sql
    .selectFrom(openTasks(scope).as('task'))
    .select(['account_uuid', 'assigned_at', 'assignee', askedAt.as('asked_at')])
    .groupBy(['id', 'account_uuid', 'assigned_at', 'assignee'])

const waitingByAccount = async (scope: Scope) => {
  const since = raw<number>`min(case when task.assignee is null then task.asked_at
    when task.asked_at is null or task.assigned_at < task.asked_at then task.assigned_at else task.asked_at end)`
  const rows = await scope.sql
    .selectFrom(waitingTasks(scope).as('task'))
    .innerJoin('account', 'account.uuid', 'task.account_uuid')
    .select(['account.name as account', count.as('tasks'), since.as('since')])
    .where((row) => row.or([row('task.assignee', 'is not', null), row('task.asked_at', 'is not', null)]))
    .groupBy(['account.uuid', 'account.name'])
    .execute()
  return rows
    .map((row) => ({ ...row, since: isoDate(row.since) }))
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
  const isAfter = (from: number) => first === undefined || first > from
  return {
    since: first === undefined ? undefined : isoDate(first),
    /** True while the first project is younger than the period of a figure: an empty figure says nothing yet. */
    tooEarly: { completed: isAfter(monthsFrom(now)), answered: isAfter(answersFrom(now)) },
    running: await countRunning(scope),
    ...(await completions(scope, now)),
    waiting: await waitingByAccount(scope),
    overdue: await overdueByOwner(scope, isoDate(now)),
    answered: await countAnswered(scope, now),
  }
}
