import { isoDate } from '../../../src/contract/dates.ts'
import type { ReportRows } from './report-rows.ts'

const dayMs = 86_400_000
type Task = ReportRows['task'][number]

/** What docs/reports.md says of tasks and comments, counted row by row. */
export const plainly = (rows: ReportRows, now: number) => {
  const archived = new Set(rows.module.filter((row) => row.is_archived === 1).map(({ uuid }) => uuid))
  const isThere = (task: Task) => !task.is_archived && !archived.has(task.module_uuid)
  const people = new Map(rows.person.map((person) => [person.uuid, person]))
  const isCustomer = (uuid: string | null | undefined) => people.get(uuid ?? '')?.role === 'Customer'
  const accounts = new Map<string, string>(rows.account.map(({ uuid, name }) => [uuid, name]))
  const running = new Map(
    rows.project
      .filter(({ state }) => state === 'Active')
      .map((project) => [project.uuid, accounts.get(project.account_uuid) ?? '']),
  )
  const said = Map.groupBy(rows.comment, ({ task_uuid: uuid }) => uuid)
  const times = (task: string, customers: boolean) =>
    (said.get(task) ?? [])
      .filter(({ created_by: by }) => isCustomer(by) === customers)
      .map(({ created_at: at }) => at)

  const sinceOf = (task: Task): number | undefined => {
    const last = Math.max(0, ...times(task.uuid, true))
    const asked = times(task.uuid, false).filter((at) => at > last)
    const assignee = people.get(task.assignee_uuid ?? '')
    const isTheirs = assignee?.role === 'Customer' && assignee.is_active === 1
    const since = Math.min(...asked, ...(isTheirs ? [Number(task.assigned_at)] : []))
    return Number.isFinite(since) ? since : undefined
  }
  const waiting = new Map<string, { account: string; tasks: number; since: number }>()
  for (const task of rows.task) {
    const account = running.get(task.project_uuid)
    const since = sinceOf(task)
    const isOpen = task.status !== 'Completed' && task.is_internal === 0 && isThere(task)
    if (account === undefined || since === undefined || !isOpen) continue
    const { tasks = 0, since: first = since } = waiting.get(account) ?? {}
    waiting.set(account, { account, tasks: tasks + 1, since: Math.min(first, since) })
  }

  const shown = new Set(
    rows.task.filter(({ is_internal: internal }) => internal === 0).map(({ uuid }) => uuid),
  )
  const asked = rows.comment.filter(
    ({ created_by: by, created_at: at, task_uuid: task }) =>
      isCustomer(by) && at >= now - 31 * dayMs && at < now - dayMs && shown.has(task),
  )
  const inTime = asked.filter(({ task_uuid: task, created_at: at }) =>
    times(task, false).some((then) => then > at && then <= at + dayMs),
  )
  return {
    waiting: [...waiting.values()]
      .map((row) => ({ ...row, since: isoDate(row.since) }))
      .sort(
        (one, other) =>
          other.tasks - one.tasks ||
          one.since.localeCompare(other.since) ||
          one.account.localeCompare(other.account),
      ),
    answered: { inADay: inTime.length, of: asked.length },
  }
}
