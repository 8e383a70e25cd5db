import { actingPerson, isCustomer, maySeeNotes, maySeeProject, maySeeTask } from '../access.ts'
import { type Actor, type Deps, scopeOf, today } from '../deps.ts'
import { commentRecords, type RecordForm, noteRecords } from '../events/comments.ts'
import { moduleFacts } from '../events/modules.ts'
import { projectUrls } from '../events/projects.ts'
import { notFound } from '../refusals.ts'
import { namesOf } from '../store/people/people.ts'
import {
  customerPercentageOf,
  percentageOf,
  statusOf,
  findProject,
  type ProjectRecord,
} from '../store/projects/projects.ts'
import { notesOfProject } from '../store/projects/comments.ts'
import {
  commentsOfProject,
  modulesOfProject,
  subtasksOfProject,
  tasksOfProject,
} from '../store/projects/work.ts'
import type { CommentRow, ModuleRow, Scope, SubtaskRow, TaskRow } from '../store/rows.ts'
import { isoTime } from '../../contract/dates.ts'
import { subtaskFacts } from '../events/subtasks.ts'
import { taskFacts } from '../events/tasks.ts'

export const taskRecord = (task: TaskRow) => ({
  ...taskFacts(task),
  project_uuid: task.project_uuid,
  module_uuid: task.module_uuid,
  role: task.role,
  assignee_uuid: task.assignee_uuid,
  completed_at: isoTime(task.completed_at),
  subtasks_must_be_completed_in_order: task.in_order === 1,
})

export const subtaskRecord = (subtask: SubtaskRow) => ({
  ...subtaskFacts(subtask),
  task_uuid: subtask.task_uuid,
  status: subtask.status,
  answered_at: isoTime(subtask.answered_at),
})

export type Work = Awaited<ReturnType<typeof readWork>>

interface CommentsRead extends Pick<RecordForm, 'isPlain'> {
  readonly commentsOf?: (scope: Scope, projectUuid: string) => Promise<CommentRow[]>
}

/** What this person can see of a project, without archived modules. */
export const readWork = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  { commentsOf = commentsOfProject, isPlain = false }: CommentsRead = {},
) => {
  const scope = scopeOf(deps, actor)
  const project = await findProject(scope, uuid, today(deps))
  const person = await actingPerson(scope, actor)
  if (!project || !maySeeProject(person, project)) throw notFound('Project')
  const all = await modulesOfProject(scope, project.uuid)
  const modules = all.filter((one) => one.is_archived === 0)
  const shown = new Set(modules.map((module) => module.uuid))
  const tasks = (await tasksOfProject(scope, project.uuid)).filter(
    (task) => shown.has(task.module_uuid) && task.is_archived === 0 && maySeeTask(person, task),
  )
  const visible = new Set(tasks.map((task) => task.uuid))
  const subtasks = await subtasksOfProject(scope, project.uuid)
  const comments = await commentsOf(scope, project.uuid)
  const shownComments = comments.filter((one) => visible.has(one.task_uuid))
  return {
    project,
    // Customers don't see modules that contain only internal tasks.
    modules: isCustomer(person)
      ? modules.filter((module) => tasks.some((task) => task.module_uuid === module.uuid))
      : modules,
    tasks,
    subtasks: subtasks.filter((one) => visible.has(one.task_uuid)),
    comments: await commentRecords(scope, shownComments, { legacyIds: deps.legacyIds, isPlain }),
  }
}

const projectRecord = (deps: Deps, project: ProjectRecord) => ({
  uuid: project.uuid,
  name: project.name,
  description: project.description,
  project_state: project.state,
  status: statusOf(project),
  account: { uuid: project.account_uuid, name: project.account_name },
  owner: {
    uuid: project.owner_uuid,
    email_address: project.owner_email,
    full_name: project.owner_name,
  },
  start_date: project.start_date,
  due_date: project.due_date,
  value: project.value,
  percentage: percentageOf(project),
  customer_percentage: customerPercentageOf(project.progress),
  ...projectUrls(deps, project.uuid),
})

/** Absent for customers, so that their answer doesn't even say that there are notes. */
const notesIn = async (deps: Deps, actor: Actor, uuid: string) => {
  const scope = scopeOf(deps, actor)
  if (!maySeeNotes(await actingPerson(scope, actor))) return {}
  return { notes: await noteRecords(scope, await notesOfProject(scope, uuid), deps) }
}

/** `{project, notes, modules: [{…, tasks: [{…, subtasks, comments}]}]}`, in display order. */
export const readTree = async (deps: Deps, actor: Actor, uuid: string) => {
  const work = await readWork(deps, actor, uuid)
  const assignees = work.tasks.map((task) => task.assignee_uuid)
  const nameOf = await namesOf(scopeOf(deps, actor), assignees)
  const tree = (module: ModuleRow) => ({
    ...moduleFacts(module),
    tasks: work.tasks
      .filter((task) => task.module_uuid === module.uuid)
      .map((task) => ({
        ...taskRecord(task),
        assignee_name: nameOf(task.assignee_uuid),
        subtasks: work.subtasks.filter((one) => one.task_uuid === task.uuid).map(subtaskRecord),
        comments: work.comments.filter((one) => one.associated_object_uuid === task.uuid),
      })),
  })
  return {
    project: projectRecord(deps, work.project),
    ...(await notesIn(deps, actor, work.project.uuid)),
    modules: work.modules.map(tree),
  }
}
