import type { Asked } from '../../contract/api.ts'
import { createComment as comment } from '../changes/projects/comments.ts'
import { type Actor, type Deps, scopeOf, today } from '../deps.ts'
import { commentRecord } from '../events/comments.ts'
import { projectUrls } from '../events/projects.ts'
import { taskFacts } from '../events/tasks.ts'
import { notFound } from '../refusals.ts'
import { namesOf } from '../store/people/people.ts'
import { findProject } from '../store/projects/projects.ts'
import { findRow } from '../store/rows.ts'

export const createComment = (deps: Deps, actor: Actor, asked: Asked<'createComment'>) =>
  comment(deps, actor, asked.task_uuid, { message_plain: asked.message_plain })

export const getComment = async (deps: Deps, actor: Actor, asked: Asked<'getComment'>) => {
  const scope = scopeOf(deps, actor)
  const found = await findRow(scope, 'comment', asked.comment_uuid)
  if (!found || found.removed_at !== null) throw notFound('Comment')
  return commentRecord(scope, found, deps)
}

export const getTask = async (deps: Deps, actor: Actor, asked: Asked<'getTask'>) => {
  const scope = scopeOf(deps, actor)
  const task = await findRow(scope, 'task', asked.task_uuid)
  const project = task && (await findProject(scope, task.project_uuid, today(deps)))
  if (!task || !project) throw notFound('Task')
  const module = await findRow(scope, 'module', task.module_uuid)
  const nameOf = await namesOf(scope, [task.assignee_uuid])
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
