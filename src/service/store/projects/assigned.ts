import { sql as raw } from 'kysely'
import type { Page } from '../like.ts'
import { type PersonRow, type Scope, totalOf } from '../rows.ts'

const open = ({ sql, org }: Scope, person: PersonRow) => {
  const query = sql
    .selectFrom('task')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .innerJoin('project', 'project.uuid', 'task.project_uuid')
    .innerJoin('account', 'account.uuid', 'project.account_uuid')
    .where('task.org', '=', org)
    .where('task.assignee_uuid', '=', person.uuid)
    .where('task.status', '<>', 'Completed')
    .where('task.is_archived', '=', 0)
    .where('module.is_archived', '=', 0)
    .where('project.state', '=', 'Active')
  if (person.account_uuid === null) return query
  return query.where('task.is_internal', '=', 0).where('project.account_uuid', '=', person.account_uuid)
}

/** A person's open tasks in active projects, as far as they may see them. What is due first comes first. */
export const openTasksOf = async (scope: Scope, person: PersonRow, { limit, offset }: Page) => {
  const query = open(scope, person)
  const tasks = await query
    .select(['task.uuid', 'task.name', 'task.status', 'task.due_date', 'task.is_internal'])
    .select(['project.uuid as project_uuid', 'project.name as project', 'account.name as account'])
    .orderBy(raw`case when task.due_date is null then 1 else 0 end`)
    .orderBy('task.due_date')
    .orderBy('task.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { tasks, total: await totalOf(query) }
}
