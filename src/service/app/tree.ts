import { isoTime } from '../../contract/dates.ts'
import { isCustomer, type Acting } from '../acting.ts'
import {
  commentForCustomers,
  moduleForCustomers,
  projectForCustomers,
  removedForCustomers,
  subtaskForCustomers,
  taskForCustomers,
  type CommentForCustomers,
  type ModuleForCustomers,
  type ProjectForCustomers,
  type RemovedForCustomers,
  type SubtaskForCustomers,
  type TaskForCustomers,
} from '../for-customers.ts'
import type { Comment } from '../../contract/comment.ts'
import { commentRecords } from '../events/comments.ts'
import { moduleFacts, projectUrls, sharedTaskFacts, subtaskFacts, taskFacts } from '../events/projects.ts'
import { namesOf } from '../store/people.ts'
import {
  commentsOfProject,
  latestComments,
  notesOfProject,
  removedIn,
  modulesOfProject,
  subtasksOfProject,
  tasksOfProject,
} from '../store/work.ts'
import { percentageOf, type ProjectRecord, statusOf } from '../store/projects.ts'
import type { ModuleRow, PersonRow, RemovedRow, SubtaskRow, TaskRow } from '../store/rows.ts'
import { visibleProject, visibleWork } from '../visible.ts'

export interface TeamsWork {
  readonly side: 'vendor'
  readonly person: PersonRow
  readonly project: ProjectRecord
  readonly modules: readonly ModuleRow[]
  readonly tasks: readonly TaskRow[]
  readonly subtasks: readonly SubtaskRow[]
  readonly comments: readonly Comment[]
  readonly removed: readonly RemovedRow[]
}

interface CustomersWork {
  readonly side: 'portal'
  readonly person: PersonRow
  readonly project: ProjectForCustomers
  readonly modules: readonly ModuleForCustomers[]
  readonly tasks: readonly TaskForCustomers[]
  readonly subtasks: readonly SubtaskForCustomers[]
  readonly comments: readonly CommentForCustomers[]
  readonly removed: readonly RemovedForCustomers[]
}

/** What a person sees. What only the team has can't be read before `side` is asked. */
export type Work = TeamsWork | CustomersWork
export type AnyTask = Work['tasks'][number]
export type AnySubtask = Work['subtasks'][number]

/** With `latest`, for pages: only the last `latest` comments of each task, without `message_rtf`. */
export const readWork = async (acting: Acting, projectUuid: string, latest?: number): Promise<Work> => {
  const { person, project } = await visibleProject(acting, projectUuid)
  const { uuid } = project
  const { modules, tasks } = visibleWork(person, {
    modules: await modulesOfProject(acting, uuid),
    tasks: await tasksOfProject(acting, uuid),
  })
  const visible = new Set(tasks.map((task) => task.uuid))
  const all = await (latest === undefined
    ? commentsOfProject(acting, uuid)
    : latestComments(acting, uuid, latest))
  const shown = all.filter((one) => visible.has(one.task_uuid))
  const comments = await commentRecords(acting, shown, latest !== undefined)
  const subtasks = (await subtasksOfProject(acting, uuid)).filter((one) => visible.has(one.task_uuid))
  const removed = (await removedIn(acting, uuid)).filter((one) => visible.has(one.task_uuid ?? ''))
  if (!isCustomer(person))
    return { side: 'vendor', person, project, modules, tasks, subtasks, comments, removed }
  return {
    side: 'portal',
    person,
    project: projectForCustomers(project),
    modules: modules.map(moduleForCustomers),
    tasks: tasks.map(taskForCustomers),
    subtasks: subtasks.map(subtaskForCustomers),
    comments: comments.map(commentForCustomers),
    removed: removed.map(removedForCustomers),
  }
}

const taskPlace = (task: AnyTask) => ({
  project_uuid: task.project_uuid,
  module_uuid: task.module_uuid,
  role: task.role,
  assignee_uuid: task.assignee_uuid,
  completed_at: isoTime(task.completed_at),
  subtasks_must_be_completed_in_order: task.in_order === 1,
})

export const teamsTask = (task: TaskRow) => ({ ...taskFacts(task), ...taskPlace(task) })
export const customersTask = (task: TaskForCustomers) => ({ ...sharedTaskFacts(task), ...taskPlace(task) })

export const subtaskRecord = (subtask: AnySubtask) => ({
  ...subtaskFacts(subtask),
  task_uuid: subtask.task_uuid,
  status: subtask.status,
  answered_at: isoTime(subtask.answered_at),
})

const projectFacts = (project: Work['project']) => ({
  uuid: project.uuid,
  name: project.name,
  description: project.description,
  project_state: project.state,
  account: { uuid: project.account_uuid, name: project.account_name },
  owner: {
    uuid: project.owner_uuid,
    email_address: project.owner_email,
    full_name: project.owner_name,
  },
  start_date: project.start_date,
  due_date: project.due_date,
  status: statusOf(project),
  percentage: percentageOf(project),
})

const teamsProject = ({ deps }: Acting, project: ProjectRecord) => ({
  ...projectFacts(project),
  customer_percentage: percentageOf(projectForCustomers(project)),
  value: project.value,
  ...projectUrls(deps, project.uuid),
})

/** As the portal shows the project: without its value and the team's page. */
const customersProject = ({ deps }: Acting, project: ProjectForCustomers) => ({
  ...projectFacts(project),
  customer_percentage: percentageOf(project),
  portal_project_url: deps.links.portal(project.uuid),
})

/** The records in their modules, in display order. */
const nested = async <M extends { uuid: string }, T extends Nesting>(
  acting: Acting,
  work: Work,
  modules: readonly M[],
  tasks: readonly T[],
) => {
  const nameOf = await namesOf(
    acting,
    tasks.map((task) => task.assignee_uuid),
  )
  return modules.map((module) => ({
    ...module,
    tasks: tasks
      .filter((task) => task.module_uuid === module.uuid)
      .map((task) => ({
        ...task,
        assignee_name: nameOf(task.assignee_uuid),
        subtasks: work.subtasks.filter((one) => one.task_uuid === task.uuid).map(subtaskRecord),
        comments: work.comments.filter((one) => one.associated_object_uuid === task.uuid),
      })),
  }))
}
type Nesting = Pick<TaskRow, 'uuid' | 'module_uuid' | 'assignee_uuid'>

/** `{project, notes, modules: [{…, tasks: [{…, subtasks, comments}]}]}`. Customers' have no `notes`. */
export const readTree = async (acting: Acting, uuid: string) => {
  const work = await readWork(acting, uuid)
  if (work.side === 'portal')
    return {
      project: customersProject(acting, work.project),
      modules: await nested(acting, work, work.modules, work.tasks.map(customersTask)),
    }
  return {
    project: teamsProject(acting, work.project),
    notes: await commentRecords(acting, await notesOfProject(acting, work.project.uuid)),
    modules: await nested(acting, work, work.modules.map(moduleFacts), work.tasks.map(teamsTask)),
  }
}
