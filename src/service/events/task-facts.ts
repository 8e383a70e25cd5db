import type { Tx } from '../store/database.ts'
import { findModule } from '../store/projects/modules.ts'
import { namesOf } from '../store/people/people.ts'
import type { ModuleRow, TaskRow } from '../store/rows.ts'
import { subtasksOfTask } from '../store/projects/subtasks.ts'
import { tasksOfProject } from '../store/projects/tasks.ts'
import { modulesOfProject } from '../store/projects/modules.ts'
import { answersOf } from '../store/projects/answers.ts'
import type { Deps } from '../deps.ts'
import { percentageOf } from '../store/projects/project-status.ts'
import { iso, projectNow } from './project-facts.ts'

const taskRecord = async (tx: Tx, task: TaskRow, module: ModuleRow | undefined) => {
  const people = [task.assignee_uuid, task.created_by, task.modified_by, task.completed_by]
  const nameOf = await namesOf(tx.sql, task.org, people)
  const answers = (await subtasksOfTask(tx.sql, task.org, task.uuid)).flatMap(answersOf)
  return {
    uuid: task.uuid,
    name: task.name,
    detail: task.detail,
    status: task.status,
    due_date: task.due_date,
    created_date: iso(task.created_at),
    scheduled_start_date: task.scheduled_start_date,
    started_date: iso(task.started_at),
    completed_date: iso(task.completed_at),
    assignee_name: nameOf(task.assignee_uuid),
    created_by_name: nameOf(task.created_by),
    modified_by_name: nameOf(task.modified_by),
    completed_by_name: nameOf(task.completed_by),
    is_internal: task.is_internal === 1,
    is_archived: task.is_archived === 1,
    is_non_sequential: task.in_order === 0,
    is_description_shown: true,
    collect_feedback: task.collect_feedback === 1,
    require_all_subtasks_answered: task.require_all_answered === 1,
    module_uuid: module?.uuid ?? null,
    module_name: module?.name ?? null,
    display_order: task.position,
    subtasks_answers: answers.length > 0 ? answers : null,
    data_fields: [],
    tags: [],
  }
}

/** The first task that is still open, in the order in which the project shows them; null when none is. */
const nextTask = async (tx: Tx, task: TaskRow) => {
  const modules = await modulesOfProject(tx.sql, task.org, task.project_uuid)
  const rank = new Map(modules.filter((module) => module.is_archived === 0).map(({ uuid }, at) => [uuid, at]))
  const tasks = await tasksOfProject(tx.sql, task.org, task.project_uuid)
  const open = tasks
    .filter((other) => other.status !== 'Completed' && other.is_archived === 0 && other.uuid !== task.uuid)
    .filter((other) => rank.has(other.module_uuid))
    // A customer reads this too: after a task they see comes one they see.
    .filter((other) => task.is_internal === 1 || other.is_internal === 0)
    .sort(
      (a, b) => (rank.get(a.module_uuid) ?? 0) - (rank.get(b.module_uuid) ?? 0) || a.position - b.position,
    )
  const [next] = open
  return next ? { uuid: next.uuid, name: next.name, status: next.status, due_date: next.due_date } : null
}

/** The payload of task events. */
export const taskPayload = async (deps: Deps, tx: Tx, task: TaskRow) => {
  const project = await projectNow(deps, tx, task.org, task.project_uuid)
  const module = await findModule(tx.sql, task.org, task.module_uuid)
  return {
    project_uuid: project.uuid,
    project_name: project.name,
    parent_module_uuid: module?.uuid ?? null,
    parent_module_name: module?.name ?? null,
    project_completed_percentage: String(percentageOf(project)),
    next_task_to_complete: await nextTask(tx, task),
    portal_project_url: deps.links.portal(project.uuid),
    internal_project_url: deps.links.internal(project.uuid),
    task: await taskRecord(tx, task, module),
  }
}
