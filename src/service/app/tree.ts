import { isoTime } from '../../contract/dates.ts'
import { isCustomer, maySeeNotes, maySeeTask, visibleProject, type Acting } from '../acting.ts'
import { commentRecords } from '../events/comments.ts'
import { moduleFacts, projectUrls, subtaskFacts, taskFacts } from '../events/projects.ts'
import { namesOf } from '../store/people.ts'
import {
  commentsOfProject,
  latestComments,
  notesOfProject,
  modulesOfProject,
  subtasksOfProject,
  tasksOfProject,
} from '../store/work.ts'
import { forCustomer, percentageOf, type ProjectRecord, statusOf } from '../store/projects.ts'
import type { SubtaskRow, TaskRow } from '../store/rows.ts'

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

/** With `latest`, for pages: only the last `latest` comments of each task, without `message_rtf`. */
export const readWork = async (acting: Acting, projectUuid: string, latest?: number) => {
  const { person, project } = await visibleProject(acting, projectUuid)
  const { uuid } = project
  const modules = (await modulesOfProject(acting, uuid)).filter((one) => one.is_archived === 0)
  const shown = new Set(modules.map((module) => module.uuid))
  const tasks = (await tasksOfProject(acting, uuid)).filter(
    (task) => shown.has(task.module_uuid) && task.is_archived === 0 && maySeeTask(person, task),
  )
  const visible = new Set(tasks.map((task) => task.uuid))
  const subtasks = await subtasksOfProject(acting, uuid)
  const comments = await (latest === undefined
    ? commentsOfProject(acting, uuid)
    : latestComments(acting, uuid, latest))
  const shownComments = comments.filter((one) => visible.has(one.task_uuid))
  return {
    person,
    project: isCustomer(person) ? forCustomer(project) : project,
    // Customers don't see modules that contain only internal tasks.
    modules: isCustomer(person)
      ? modules.filter((module) => tasks.some((task) => task.module_uuid === module.uuid))
      : modules,
    tasks,
    subtasks: subtasks.filter((one) => visible.has(one.task_uuid)),
    comments: await commentRecords(acting, shownComments, latest !== undefined),
  }
}

const projectFacts = (project: ProjectRecord) => ({
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
  customer_percentage: percentageOf(forCustomer(project)),
})

const teamsFacts = ({ deps }: Acting, project: ProjectRecord) => ({
  ...projectFacts(project),
  value: project.value,
  ...projectUrls(deps, project.uuid),
})

/** As the portal shows the project: without its value and the team's page. */
const customersFacts = ({ deps }: Acting, project: ProjectRecord) => ({
  ...projectFacts(project),
  portal_project_url: deps.links.portal(project.uuid),
})

/** `{project, notes, modules: [{…, tasks: [{…, subtasks, comments}]}]}`, in display order. */
export const readTree = async (acting: Acting, uuid: string) => {
  const { person, project, ...work } = await readWork(acting, uuid)
  const assignees = work.tasks.map((task) => task.assignee_uuid)
  const nameOf = await namesOf(acting, assignees)
  const treeOf = (task: TaskRow) => ({
    ...taskRecord(task),
    assignee_name: nameOf(task.assignee_uuid),
    subtasks: work.subtasks.filter((one) => one.task_uuid === task.uuid).map(subtaskRecord),
    comments: work.comments.filter((one) => one.associated_object_uuid === task.uuid),
  })
  return {
    project: isCustomer(person) ? customersFacts(acting, project) : teamsFacts(acting, project),
    // Absent for customers, so that their answer doesn't even say that there are notes.
    ...(maySeeNotes(person) && {
      notes: await commentRecords(acting, await notesOfProject(acting, project.uuid)),
    }),
    modules: work.modules.map((module) => ({
      ...moduleFacts(module),
      tasks: work.tasks.filter((task) => task.module_uuid === module.uuid).map(treeOf),
    })),
  }
}
