import { daysBetween, type IsoDate, isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import { type Acting, type ActingTx, type Deps, today, notFound } from '../acting.ts'
import { projectForCustomers } from '../for-customers.ts'
import { valuesOfProject } from '../store/data-fields.ts'
import { namesOf } from '../store/people.ts'
import {
  percent,
  percentageOf,
  progressOfModule,
  isCompleted,
  statusOf,
  findProject,
  type ProjectRecord,
} from '../store/projects.ts'
import { type ModuleRow, findRow, rowsOf, type Scope, type TaskRow, type SubtaskRow } from '../store/rows.ts'
import {
  answersOf,
  modulesOfProject,
  subtasksOfTask,
  tasksOfProject,
  questionsOf,
  responseOf,
} from '../store/work.ts'
import { announce } from './announce.ts'

export const projectUrls = ({ links }: Pick<Deps, 'links'>, uuid: string) => ({
  internal_project_url: links.internal(uuid),
  portal_project_url: links.portal(uuid),
})

export const projectNow = async (acting: Acting, uuid: string): Promise<ProjectRecord> => {
  const project = await findProject(acting, uuid, today(acting.deps))
  if (!project) throw notFound('Project')
  return project
}

export const inProject = ({ uuid, name }: ProjectRecord) => ({ project_uuid: uuid, project_name: name })

/** `payload.project`. The key of its uuid is `project_uuid` before 2026-07-31, and `uuid` since then. */
const projectFacts = async (acting: Acting, project: ProjectRecord) => {
  const { uuid, completed_by: completer, archived_by: archiver } = project
  const { legacyIds } = acting.deps
  const nameOf = await namesOf(acting, [completer, archiver])
  const values = await valuesOfProject(acting, uuid)
  const links = await rowsOf(acting, 'external_link').where('project_uuid', '=', uuid).orderBy('id').execute()
  return {
    ...(legacyIds ? { id: project.id, project_uuid: uuid } : { uuid }),
    name: project.name,
    description: project.description,
    status: statusOf(project),
    owner_name: project.owner_name,
    created_date: isoTime(project.created_at),
    completed_date: isoTime(project.completed_at),
    archived_date: isoTime(project.archived_at),
    completed_by_name: nameOf(completer),
    archived_by: nameOf(archiver),
    completion_progress: String(percentageOf(project)),
    customer_completion_progress: String(percentageOf(projectForCustomers(project))),
    project_duration: String(daysBetween(project.start_date as IsoDate, project.due_date as IsoDate)),
    ...projectUrls(acting.deps, uuid),
    value: project.value,
    account: {
      ...(legacyIds ? { id: project.account_id } : { uuid: project.account_uuid }),
      name: project.account_name,
    },
    data_fields: values.map(({ uuid, name, value }) => ({ uuid, name, value })),
    tags: [],
    external_objects: links.map(({ id: _id, org: _org, project_uuid: _project, ...link }) => link),
  }
}

export const announceProject = async (acting: ActingTx, name: EventName, uuid: string) => {
  const project = await projectNow(acting, uuid)
  await announce(acting, name, project.name, { project: await projectFacts(acting, project) })
  return project
}

export const moduleFacts = (module: ModuleRow) => ({
  uuid: module.uuid,
  name: module.name,
  customer_portal_name: module.portal_name,
  is_archived: module.is_archived === 1,
})

const modulePayload = async (acting: ActingTx, module: ModuleRow) => {
  const nameOf = await namesOf(acting, [module.created_by, module.modified_by])
  const { completed, total } = await progressOfModule(acting, module.uuid, today(acting.deps))
  return {
    ...inProject(await projectNow(acting, module.project_uuid)),
    module: {
      ...moduleFacts(module),
      created_date: isoTime(module.created_at),
      created_by_user_name: nameOf(module.created_by),
      modified_by_user_name: nameOf(module.modified_by),
      modified_date: isoTime(module.modified_at),
      completion_progress: String(percent(completed, total)),
    },
  }
}

export const announceModule = async (acting: ActingTx, name: EventName, module: ModuleRow): Promise<void> =>
  announce(acting, name, module.name, await modulePayload(acting, module))

/** What the team and customers read of a task. */
export const sharedTaskFacts = (
  task: Pick<
    TaskRow,
    'uuid' | 'name' | 'detail' | 'status' | 'due_date' | 'collect_feedback' | 'require_all_answered'
  >,
) => ({
  uuid: task.uuid,
  name: task.name,
  detail: task.detail,
  status: task.status,
  due_date: task.due_date,
  collect_feedback: task.collect_feedback === 1,
  require_all_subtasks_answered: task.require_all_answered === 1,
})

export const taskFacts = (task: TaskRow) => ({
  ...sharedTaskFacts(task),
  is_internal: task.is_internal === 1,
  is_archived: task.is_archived === 1,
})

const taskRecord = async (scope: Scope, task: TaskRow, module: ModuleRow | undefined) => {
  const people = [task.assignee_uuid, task.created_by, task.modified_by, task.completed_by]
  const nameOf = await namesOf(scope, people)
  const answers = (await subtasksOfTask(scope, task.uuid)).flatMap(answersOf)
  return {
    ...taskFacts(task),
    created_date: isoTime(task.created_at),
    scheduled_start_date: task.scheduled_start_date,
    started_date: isoTime(task.started_at),
    completed_date: isoTime(task.completed_at),
    assignee_name: nameOf(task.assignee_uuid),
    created_by_name: nameOf(task.created_by),
    modified_by_name: nameOf(task.modified_by),
    completed_by_name: nameOf(task.completed_by),
    is_non_sequential: task.in_order === 0,
    is_description_shown: true,
    module_uuid: module?.uuid ?? null,
    module_name: module?.name ?? null,
    display_order: task.position,
    subtasks_answers: answers.length > 0 ? answers : null,
    data_fields: [],
    tags: [],
  }
}

/** The first open task of the project, in display order. */
const nextTask = async (scope: Scope, task: TaskRow) => {
  const modules = await modulesOfProject(scope, task.project_uuid)
  const tasks = await tasksOfProject(scope, task.project_uuid)
  const [next] = modules
    .filter((module) => module.is_archived === 0)
    .flatMap((module) => tasks.filter((other) => other.module_uuid === module.uuid))
    .filter((other) => !isCompleted(other) && other.is_archived === 0 && other.uuid !== task.uuid)
    // Customers read this too, so a task that they can see leads to another one that they can see.
    .filter((other) => task.is_internal === 1 || other.is_internal === 0)
  return next ? { uuid: next.uuid, name: next.name, status: next.status, due_date: next.due_date } : null
}

export const taskPayload = async (acting: ActingTx, task: TaskRow) => {
  const project = await projectNow(acting, task.project_uuid)
  const module = await findRow(acting, 'module', task.module_uuid)
  return {
    ...inProject(project),
    parent_module_uuid: module?.uuid ?? null,
    parent_module_name: module?.name ?? null,
    project_completed_percentage: String(percentageOf(project)),
    next_task_to_complete: await nextTask(acting, task),
    ...projectUrls(acting.deps, project.uuid),
    task: await taskRecord(acting, task, module),
  }
}

export const announceTask = async (acting: ActingTx, name: EventName, task: TaskRow, bySubtask = false) =>
  announce(acting, name, task.name, await taskPayload(acting, task), bySubtask)

export const subtaskFacts = (
  subtask: Pick<SubtaskRow, 'uuid' | 'name' | 'description' | 'configuration' | 'response'>,
) => ({
  uuid: subtask.uuid,
  name: subtask.name,
  description: subtask.description,
  configuration: questionsOf(subtask),
  action_response: responseOf(subtask),
})

const subtaskPayload = async (acting: ActingTx, task: TaskRow, subtask: SubtaskRow) => {
  const nameOf = await namesOf(acting, [subtask.assignee_uuid, subtask.answered_by])
  return {
    ...inProject(await projectNow(acting, task.project_uuid)),
    parent_task_uuid: task.uuid,
    parent_task_name: task.name,
    subtask: {
      ...subtaskFacts(subtask),
      parent_task_uuid: task.uuid,
      parent_subtask_uuid: null,
      status_name: subtask.status,
      display_order: subtask.position,
      assignee_name: nameOf(subtask.assignee_uuid),
      answered_by_user_name: nameOf(subtask.answered_by),
      answered_date: isoTime(subtask.answered_at),
    },
  }
}

export const announceSubtask = async (
  acting: ActingTx,
  name: EventName,
  task: TaskRow,
  subtask: SubtaskRow,
) => announce(acting, name, subtask.name, await subtaskPayload(acting, task, subtask))
