import type { ParsedInput } from '../../contract/api.ts'
import { isoTime } from '../../contract/dates.ts'
import { type Acting, notFound } from '../acting.ts'
import { commentRecord, commentRecords } from '../events/comments.ts'
import { projectNow, projectUrls, taskFacts } from '../events/projects.ts'
import { fullName, namesOf, peopleByUuid } from '../store/people.ts'
import { findRow } from '../store/rows.ts'
import { commentsByUuid, commentsOnPage, tasksOnPage } from '../store/work.ts'

export const getTask = async (acting: Acting, input: ParsedInput<'getTask'>) => {
  const { deps } = acting
  const task = await findRow(acting, 'task', input.task_uuid)
  if (!task) throw notFound('Task')
  const project = await projectNow(acting, task.project_uuid)
  const module = await findRow(acting, 'module', task.module_uuid)
  const nameOf = await namesOf(acting, [task.assignee_uuid])
  return {
    ...(deps.legacyIds && { id: task.id }),
    ...taskFacts(task),
    project: { ...(deps.legacyIds && { id: project.id }), uuid: project.uuid, name: project.name },
    ...projectUrls(deps, project.uuid),
    subtasks_must_be_completed_in_order: task.in_order === 1,
    assignee_name: nameOf(task.assignee_uuid),
    module_uuid: module?.uuid ?? null,
    module_name: module?.name ?? null,
  }
}

export const getComment = async (acting: Acting, input: ParsedInput<'getComment'>) => {
  const comment = await findRow(acting, 'comment', input.comment_uuid)
  if (!comment) throw notFound('Comment')
  return commentRecord(acting, comment)
}

/* Our extension: the interface has no list of tasks or of comments. */

export const listTasks = async (
  acting: Acting,
  { project_uuid: uuid, ...page }: ParsedInput<'listTasks'>,
) => {
  const project = await projectNow(acting, uuid)
  const { tasks, total } = await tasksOnPage(acting, project.uuid, page)
  const last = await commentsByUuid(
    acting,
    tasks.flatMap((task) => task.last_comment ?? []),
  )
  const comments = new Map(last.map((comment) => [comment.task_uuid, comment]))
  const people = await peopleByUuid(acting, [
    ...tasks.map((task) => task.assignee_uuid),
    ...last.map((comment) => comment.created_by),
  ])
  const nameOf = (person: string | null) => {
    const found = people.get(person ?? '')
    return found ? fullName(found) : null
  }
  const lastComment = (task: string) => {
    const comment = comments.get(task)
    if (!comment) return null
    const author = people.get(comment.created_by)
    return {
      uuid: comment.uuid,
      created_by_uuid: comment.created_by,
      created_by_name: nameOf(comment.created_by),
      is_customer: author ? author.account_uuid !== null : null,
      created_at: isoTime(comment.created_at),
    }
  }
  return {
    tasks: tasks.map((task) => {
      const { uuid, name, status, is_internal, due_date } = taskFacts(task)
      return {
        uuid,
        name,
        status,
        is_internal,
        due_date,
        module_uuid: task.module_uuid,
        module_name: task.module_name,
        assignee_uuid: task.assignee_uuid,
        assignee_name: nameOf(task.assignee_uuid),
        last_comment: lastComment(task.uuid),
      }
    }),
    pagination: { total },
  }
}

export const listComments = async (
  acting: Acting,
  { task_uuid: uuid, ...page }: ParsedInput<'listComments'>,
) => {
  const task = await findRow(acting, 'task', uuid)
  if (!task) throw notFound('Task')
  const { rows, total } = await commentsOnPage(acting, task.uuid, page)
  return { comments: await commentRecords(acting, rows), pagination: { total } }
}
