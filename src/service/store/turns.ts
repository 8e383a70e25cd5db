import { sql as raw } from 'kysely'
import { turnOf, type Turn } from '../../contract/waiting.ts'
import { lastWords, saidSince } from '../../database/last-words.ts'
import type { Scope } from './rows.ts'
import type { ServiceTables } from './tables.ts'

const customer: ServiceTables['person']['role'] = 'Customer'
const apiUser: ServiceTables['person']['role'] = 'API User'
const isDone: ServiceTables['task']['status'] = 'Completed'

/** The API user also writes what people say in Slack: `Casey Jones (Acme Corp, Slack): …` is the customer's. */
const byCustomer = raw<
  0 | 1
>`case when author.role = ${raw.lit(customer)} or (author.role = ${raw.lit(apiUser)}
  and message_plain like '% (%, Slack): %' and message_plain not like '% (guest, Slack): %'
  and message_plain not like '% (Slack): %') then 1 else 0 end`

/** What was said on tasks: comments, and customers' answers to subtasks. */
const words = ({ sql, org }: Scope, projectUuid: string | undefined) => {
  const comments = sql
    .selectFrom('comment')
    .innerJoin('person as author', 'author.uuid', 'comment.created_by')
    .select(['comment.task_uuid', 'comment.created_at as at', byCustomer.as('by_customer')])
    .where('comment.org', '=', org)
  const answers = sql
    .selectFrom('subtask')
    .innerJoin('person as author', 'author.uuid', 'subtask.answered_by')
    .select(['subtask.task_uuid', raw<number>`answered_at`.as('at'), raw<0 | 1>`1`.as('by_customer')])
    .where('subtask.org', '=', org)
    .where('author.role', '=', customer)
    .where('subtask.answered_at', 'is not', null)
  if (projectUuid === undefined) return comments.unionAll(answers)
  return comments
    .where('comment.project_uuid', '=', projectUuid)
    .unionAll(answers.where('subtask.project_uuid', '=', projectUuid))
}

const { customer: customerLast, team: teamLast } = lastWords({
  task: 'task.uuid',
  byCustomer: 'word.by_customer',
  at: 'word.at',
})

/** Open tasks of active projects that a customer has, or with words: each with each of its words. */
const openTasks = (scope: Scope, projectUuid: string | undefined) =>
  scope.sql
    .selectFrom('project')
    .innerJoin('task', 'task.project_uuid', 'project.uuid')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .leftJoin('person as assignee', (join) =>
      join
        .onRef('assignee.uuid', '=', 'task.assignee_uuid')
        .on('assignee.role', '=', customer)
        .on('assignee.is_active', '=', 1),
    )
    .leftJoin(words(scope, projectUuid).as('word'), 'word.task_uuid', 'task.uuid')
    .select(['task.uuid', 'assignee.uuid as assignee', 'task.settled_at', 'word.at', 'word.by_customer'])
    .select([customerLast.as('customer_last'), teamLast.as('team_last')])
    .where('project.org', '=', scope.org)
    .where('project.state', '=', 'Active')
    .where('task.status', '<>', isDone)
    .where('task.is_archived', '=', 0)
    .where('module.is_archived', '=', 0)
    .where((row) => row.or([row('word.at', 'is not', null), row('assignee.uuid', 'is not', null)]))
    .$if(projectUuid !== undefined, (query) => query.where('project.uuid', '=', projectUuid ?? ''))

interface WaitingTask extends Turn {
  readonly uuid: string
  readonly task: string
  readonly project_uuid: string
  readonly project: string
  readonly account: string
}

/** Open tasks that wait for somebody, longest first. `projectUuid`: undefined for all. */
export const waitingTasks = async (scope: Scope, projectUuid?: string): Promise<WaitingTask[]> => {
  const { customerSince, teamSince, ...last } = saidSince('settled_at')
  const said = scope.sql
    .selectFrom(openTasks(scope, projectUuid).as('word'))
    .select(['word.uuid', 'word.assignee', last.customerLast.as('customer_last')])
    .select([customerSince.as('customer_since'), teamSince.as('team_since')])
    .groupBy(['word.uuid', 'word.assignee'])
  const rows = await scope.sql
    .selectFrom(said.as('said'))
    .innerJoin('task', 'task.uuid', 'said.uuid')
    .innerJoin('project', 'project.uuid', 'task.project_uuid')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .select(['task.uuid', 'task.name as task', 'task.is_internal', 'task.assigned_at', 'task.settled_at'])
    .select(['project.uuid as project_uuid', 'project.name as project', 'account.name as account'])
    .select(['said.assignee', 'said.customer_last', 'said.customer_since', 'said.team_since'])
    .execute()
  return rows
    .flatMap(({ uuid, task, project_uuid, project, account, ...row }) => {
      const turn = turnOf({
        isInternal: row.is_internal === 1,
        customerHasItSince: row.assignee === null ? undefined : (row.assigned_at ?? undefined),
        customerLast: row.customer_last ?? undefined,
        customerSince: row.customer_since ?? undefined,
        teamSince: row.team_since ?? undefined,
        settledAt: row.settled_at ?? undefined,
      })
      return turn ? [{ uuid, task, project_uuid, project, account, ...turn }] : []
    })
    .sort((one, other) => one.since - other.since || one.uuid.localeCompare(other.uuid))
}

/** `months`: the first instant of each, oldest first. An answer counts in the month in which the customer asked. */
export const firstAnswers = async (scope: Scope, months: readonly number[]) => {
  const turns = raw<{ project_uuid: string; at: number; answered_at: number }>`(
    select task.project_uuid, word.at, word.by_customer,
      lag(word.by_customer) over in_order as before,
      min(case when word.by_customer = 0 then word.at end)
        over (in_order rows between 1 following and unbounded following) as answered_at
    from task join ${words(scope, undefined).as('word')} on word.task_uuid = task.uuid
    where task.org = ${scope.org} and task.is_internal = 0
    window in_order as (partition by word.task_uuid order by word.at, word.by_customer))`
  const month = raw<number>`case ${raw.join(
    months.toReversed().map((from) => raw`when turns.at >= ${raw.lit(from)} then ${raw.lit(from)}`),
    raw` `,
  )} end`
  const { rows } = await raw<{
    project: string
    month: number
    answers: number | string
    ms: number | string
  }>`
    select project.name as project, ${month} as month, count(*) as answers,
      sum(turns.answered_at - turns.at) / count(*) as ms
    from ${turns} as turns join project on project.uuid = turns.project_uuid
    where turns.by_customer = 1 and coalesce(turns.before, 0) = 0 and turns.answered_at is not null
      and turns.at >= ${months[0] ?? 0}
    group by project.uuid, project.name, 2 order by 2 desc, 4 desc, 1`.execute(scope.sql)
  return rows.map((row) => ({ ...row, answers: Number(row.answers), ms: Number(row.ms) }))
}
