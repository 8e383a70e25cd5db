import { sql as raw, type SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import { isBlank } from '../../contract/text.ts'
import {
  type ModuleRow,
  removeRow,
  rowsOf,
  type Scope,
  tableOf,
  type SubtaskRow,
  type TaskRow,
  type PersonRow,
  totalOf,
  type Page,
  jsonColumn,
  inParts,
  type CommentRow,
  type Row,
  type NoteRow,
  type RemovedRow,
} from './rows.ts'
import { questionSchema } from './playbooks.ts'
import type { Tables } from './database.ts'

const openTasks = ({ sql, org }: Scope, person: PersonRow) => {
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

/** A person's open tasks in active projects, earliest due date first. Customers get only tasks that they may see. */
export const openTasksOf = async (scope: Scope, person: PersonRow, { limit, offset }: Page) => {
  const query = openTasks(scope, person)
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

export type OpenTask = Awaited<ReturnType<typeof openTasksOf>>['tasks'][number]

export type Part = 'module' | 'task' | 'subtask' | 'comment' | 'note'

export const projectOfPart = async (scope: Scope, part: Part, uuid: string): Promise<string | undefined> => {
  const found = tableOf(scope, part).select('project_uuid').where('uuid', '=', uuid.toLowerCase())
  return (await found.executeTakeFirst())?.project_uuid
}

/** In display order, like all lists here. */
export const modulesOfProject = (scope: Scope, uuid: string): Promise<ModuleRow[]> =>
  rowsOf(scope, 'module').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

export const tasksOfProject = (scope: Scope, uuid: string): Promise<TaskRow[]> =>
  rowsOf(scope, 'task').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

/** Oldest first, each with its newest comment's uuid. Without archived tasks, and those of archived modules. */
export const tasksOnPage = async ({ sql, org }: Scope, projectUuid: string, { limit, offset }: Page) => {
  const query = sql
    .selectFrom('task')
    .innerJoin('module', 'module.uuid', 'task.module_uuid')
    .where('task.org', '=', org)
    .where('task.project_uuid', '=', projectUuid)
    .where('task.is_archived', '=', 0)
    .where('module.is_archived', '=', 0)
  const tasks = await query
    .selectAll('task')
    .select('module.name as module_name')
    .select((eb) =>
      eb
        .selectFrom('comment')
        .select('comment.uuid')
        .whereRef('comment.project_uuid', '=', 'task.project_uuid')
        .whereRef('comment.task_uuid', '=', 'task.uuid')
        .orderBy('comment.created_at', 'desc')
        .orderBy('comment.id', 'desc')
        .limit(1)
        .as('last_comment'),
    )
    .orderBy('task.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { tasks, total: await totalOf(query) }
}

export const subtasksOfProject = (scope: Scope, uuid: string): Promise<SubtaskRow[]> =>
  rowsOf(scope, 'subtask').where('project_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

export const subtasksOfTask = (scope: Scope, uuid: string): Promise<SubtaskRow[]> =>
  rowsOf(scope, 'subtask').where('task_uuid', '=', uuid).orderBy('position').orderBy('id').execute()

/** Also deletes its subtasks and comments, because clients confirm a deletion by the absence of the rows. */
export const deleteTask = async (scope: Scope, uuid: string): Promise<void> => {
  for (const table of ['comment', 'subtask', 'removed_message'] as const)
    await scope.sql.deleteFrom(table).where('org', '=', scope.org).where('task_uuid', '=', uuid).execute()
  await removeRow(scope, 'task', uuid)
}

const configuration = jsonColumn('subtask.configuration', z.array(questionSchema))
const response = jsonColumn('subtask.response', z.unknown())
const answersSchema = z.record(z.string(), z.unknown())

export const questionsOf = (subtask: Pick<SubtaskRow, 'configuration'>) =>
  configuration(subtask.configuration)

/** One value, or an answer for each question key. Null before the first answer. */
export const responseOf = (subtask: Pick<SubtaskRow, 'response'>): unknown =>
  subtask.response === null ? null : response(subtask.response)

export const answersOf = (subtask: Pick<SubtaskRow, 'uuid' | 'name' | 'configuration' | 'response'>) => {
  const given = answerIn(responseOf(subtask))
  if (given === null) return []
  const questions = questionsOf(subtask)
  const map = answersSchema.safeParse(given)
  if (!map.success) {
    const { key = subtask.uuid, name = subtask.name } = questions[0] ?? {}
    return [{ key, name, answer: given }]
  }
  const nameOf = (key: string) => questions.find((one) => one.key === key)?.name ?? key
  return Object.entries(map.data).map(([key, answer]) => ({ key, name: nameOf(key), answer }))
}

const isEmpty = (answer: unknown): boolean =>
  answer === null || answer === undefined || (typeof answer === 'string' && isBlank(answer))

/** Drops empty texts, also in lists and under keys. Null if nothing is left. */
export const answerIn = (given: unknown): unknown => {
  if (isEmpty(given)) return null
  if (typeof given !== 'object' || given === null) return given
  if (Array.isArray(given)) {
    const items = given.filter((one) => !isEmpty(one))
    return items.length > 0 ? items : null
  }
  const entries = Object.entries(given).filter(([, one]) => !isEmpty(one))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** A subtask without a form counts as answered. */
type Questioned = Pick<SubtaskRow, 'configuration' | 'response'>

const isAnswered = (subtask: Questioned): boolean =>
  answerIn(responseOf(subtask)) !== null || questionsOf(subtask).length === 0

/** The subtasks whose answers a task needs before it can be completed. */
export const unanswered = <S extends Questioned>(
  { require_all_answered: required }: Pick<TaskRow, 'require_all_answered'>,
  subtasks: readonly S[],
): S[] => (required === 1 ? subtasks.filter((subtask) => !isAnswered(subtask)) : [])

export const commentsOfProject = (scope: Scope, uuid: string): Promise<CommentRow[]> =>
  rowsOf(scope, 'comment').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()

export const notesOfProject = (scope: Scope, uuid: string): Promise<NoteRow[]> =>
  rowsOf(scope, 'note').where('project_uuid', '=', uuid).orderBy('created_at').orderBy('id').execute()

/** Traces of removed comments and notes, oldest first. */
export const removedIn = (scope: Scope, projectUuid: string): Promise<RemovedRow[]> =>
  rowsOf(scope, 'removed_message').where('project_uuid', '=', projectUuid).orderBy('created_at').execute()

export const notesOnPage = (scope: Scope, projectUuid: string, page: Page) =>
  newestOf(tableOf(scope, 'note').where('project_uuid', '=', projectUuid), page)

/** The last comments of each task, in display order. */
export const latestComments = async (scope: Scope, projectUuid: string, each: number) => {
  const back = raw<number>`row_number() over (partition by task_uuid order by created_at desc, id desc)`
  const numbered = tableOf(scope, 'comment')
    .select(['id', back.as('back')])
    .where('project_uuid', '=', projectUuid)
  const last = scope.sql.selectFrom(numbered.as('numbered')).select('id').where('back', '<=', each)
  return rowsOf(scope, 'comment').where('id', 'in', last).orderBy('created_at').orderBy('id').execute()
}

/** By task uuid. */
export const commentCounts = async (scope: Scope, projectUuid: string): Promise<Map<string, number>> => {
  const rows = await tableOf(scope, 'comment')
    .select(({ fn }) => ['task_uuid', fn.countAll<number>().as('count')])
    .where('project_uuid', '=', projectUuid)
    .groupBy('task_uuid')
    .execute()
  return new Map(rows.map((row) => [row.task_uuid, row.count]))
}

export const commentsByUuid = (scope: Scope, uuids: readonly string[]): Promise<CommentRow[]> =>
  inParts([...new Set(uuids)], (some) => rowsOf(scope, 'comment').where('uuid', 'in', some).execute())

const newestOf = async <T extends 'comment' | 'note'>(
  found: SelectQueryBuilder<Tables, T, object>,
  { limit, offset }: Page,
) => {
  // Both tables have these columns.
  const query = found as unknown as SelectQueryBuilder<Tables, 'note', object>
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<Row<T>>()
    .execute()
  return { rows, total: await totalOf(query) }
}

export const commentsOnPage = (scope: Scope, taskUuid: string, page: Page) =>
  newestOf(tableOf(scope, 'comment').where('task_uuid', '=', taskUuid), page)
