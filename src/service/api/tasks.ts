import { findComment } from '../store/projects/comments.ts'
import { findModule } from '../store/projects/modules.ts'
import { namesOf } from '../store/people/people.ts'
import { findProject } from '../store/projects/projects.ts'
import { findTask } from '../store/projects/tasks.ts'
import { createComment as comment } from '../changes/projects/comments.ts'
import { commentRecord } from '../events/comment-record.ts'
import { type Actor, type Deps, today } from '../deps.ts'
import { notFound } from '../refusals.ts'

export const createComment = (
  deps: Deps,
  actor: Actor,
  { task_uuid: task, message_plain }: { task_uuid: string; message_plain: string },
) => comment(deps, actor, task, { message_plain })

export const getComment = async (
  deps: Deps,
  { org }: Actor,
  { comment_uuid: uuid }: { comment_uuid: string },
) => {
  const found = await findComment(deps.database.sql, org, uuid)
  if (!found) throw notFound('Comment')
  return commentRecord(deps.database.sql, found, deps)
}

export const getTask = async (deps: Deps, { org }: Actor, { task_uuid: uuid }: { task_uuid: string }) => {
  const { sql } = deps.database
  const task = await findTask(sql, org, uuid)
  const project = task && (await findProject(sql, org, task.project_uuid, today(deps)))
  if (!task || !project) throw notFound('Task')
  const module = await findModule(sql, org, task.module_uuid)
  const nameOf = await namesOf(sql, org, [task.assignee_uuid])
  return {
    ...(deps.legacyIds && { id: task.id }),
    uuid: task.uuid,
    name: task.name,
    project: {
      ...(deps.legacyIds && { id: project.id }),
      uuid: project.uuid,
      name: project.name,
    },
    internal_project_url: deps.links.internal(project.uuid),
    portal_project_url: deps.links.portal(project.uuid),
    subtasks_must_be_completed_in_order: task.in_order === 1,
    collect_feedback: task.collect_feedback === 1,
    require_all_subtasks_answered: task.require_all_answered === 1,
    status: task.status,
    detail: task.detail,
    due_date: task.due_date,
    assignee_name: nameOf(task.assignee_uuid),
    is_internal: task.is_internal === 1,
    is_archived: task.is_archived === 1,
    module_uuid: module?.uuid ?? null,
    module_name: module?.name ?? null,
  }
}
