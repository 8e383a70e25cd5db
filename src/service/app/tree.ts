import type { Comment } from '../../contract/comment.ts'
import type { Queries } from '../store/database.ts'
import { commentsOfProject } from '../store/projects/comments.ts'
import { modulesOfProject } from '../store/projects/modules.ts'
import { namesOf } from '../store/people/people.ts'
import { findProject, type ProjectRecord } from '../store/projects/projects.ts'
import type { CommentRow, ModuleRow, SubtaskRow, TaskRow } from '../store/rows.ts'
import { subtasksOfProject } from '../store/projects/subtasks.ts'
import { tasksOfProject } from '../store/projects/tasks.ts'
import { actingPerson, isCustomer, maySeeProject, maySeeTask } from '../access.ts'
import { commentRecords } from '../events/comment-record.ts'
import { type Actor, type Deps, today } from '../deps.ts'
import { customerPercentageOf, percentageOf, statusOf } from '../store/projects/project-status.ts'
import { notFound } from '../refusals.ts'
import { moduleRecord, subtaskRecord, taskRecord } from './records.ts'

export interface Work {
  readonly project: ProjectRecord
  readonly modules: readonly ModuleRow[]
  readonly tasks: readonly TaskRow[]
  readonly subtasks: readonly SubtaskRow[]
  readonly comments: readonly Comment[]
}

/** Everything of a project that this person may see, archived modules left out. */
export const readWork = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  commentsOf: (sql: Queries, org: string, projectUuid: string) => Promise<CommentRow[]> = commentsOfProject,
): Promise<Work> => {
  const { sql } = deps.database
  const project = await findProject(sql, actor.org, uuid, today(deps))
  const person = await actingPerson(sql, actor)
  if (!project || !maySeeProject(person, project)) throw notFound('Project')
  const modules = (await modulesOfProject(sql, actor.org, project.uuid)).filter(
    (one) => one.is_archived === 0,
  )
  const shown = new Set(modules.map((module) => module.uuid))
  const tasks = (await tasksOfProject(sql, actor.org, project.uuid)).filter(
    (task) => shown.has(task.module_uuid) && task.is_archived === 0 && maySeeTask(person, task),
  )
  const visible = new Set(tasks.map((task) => task.uuid))
  const subtasks = await subtasksOfProject(sql, actor.org, project.uuid)
  const comments = (await commentsOf(sql, actor.org, project.uuid)).filter((one) =>
    visible.has(one.task_uuid),
  )
  return {
    project,
    // A customer is not shown that there is a module with nothing but internal work in it.
    modules: isCustomer(person)
      ? modules.filter((module) => tasks.some((task) => task.module_uuid === module.uuid))
      : modules,
    tasks,
    subtasks: subtasks.filter((one) => visible.has(one.task_uuid)),
    comments: await commentRecords(sql, actor.org, comments, deps),
  }
}

const projectRecord = ({ links }: Deps, project: ProjectRecord) => ({
  uuid: project.uuid,
  name: project.name,
  description: project.description,
  project_state: project.state,
  status: statusOf(project),
  account: { uuid: project.account_uuid, name: project.account_name },
  owner: {
    uuid: project.owner_uuid,
    email_address: project.owner_email,
    full_name: `${project.owner_first} ${project.owner_last}`.trim(),
  },
  start_date: project.start_date,
  due_date: project.due_date,
  value: project.value,
  percentage: percentageOf(project),
  customer_percentage: customerPercentageOf(project.progress),
  internal_project_url: links.internal(project.uuid),
  portal_project_url: links.portal(project.uuid),
})

/** `{project, modules: [{…, tasks: [{…, subtasks, comments}]}]}`, in the order in which they are shown. */
export const readTree = async (deps: Deps, actor: Actor, uuid: string) => {
  const work = await readWork(deps, actor, uuid)
  const nameOf = await namesOf(
    deps.database.sql,
    actor.org,
    work.tasks.map((task) => task.assignee_uuid),
  )
  const tree = (module: ModuleRow) => ({
    ...moduleRecord(module),
    tasks: work.tasks
      .filter((task) => task.module_uuid === module.uuid)
      .map((task) => ({
        ...taskRecord(task),
        assignee_name: nameOf(task.assignee_uuid),
        subtasks: work.subtasks.filter((one) => one.task_uuid === task.uuid).map(subtaskRecord),
        comments: work.comments.filter((one) => one.associated_object_uuid === task.uuid),
      })),
  })
  return { project: projectRecord(deps, work.project), modules: work.modules.map(tree) }
}
