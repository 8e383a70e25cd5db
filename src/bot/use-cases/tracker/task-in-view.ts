import type { Task } from '../../../contract/task.ts'
import { type KnownProject, knownTask, rememberTask } from '../../store/tracker/known.ts'
import { rememberModuleName } from '../../store/tracker/module-names.ts'
import type { TaskCardFacts } from '../../messages/events/task-card.ts'
import type { BotDeps } from '../../deps.ts'
import { indexTask } from './index-event.ts'
import { linkFor, type Route } from '../../access/audience.ts'
import { projectFacts, projectNamed } from './find-project.ts'
import { unlessMissing } from './tracker-trouble.ts'

/** A task as the tracker has it now, with its project and whether it is for internal eyes. */
export interface TaskInView {
  uuid: string
  task: Task
  project: KnownProject
  /** Undefined where nobody said. */
  internal: boolean | undefined
}

/**
 * Reads a task and its project from the tracker. `projectUuid` is needed where the task does not say it: the
 * `tracker`'s own word in another answer is believed; `hearsay` (an unsigned event, a URL) only where the name
 * that the task gives its project agrees. Undefined when there is no such task, or nobody knows its project.
 */
export const taskInView = async (
  deps: BotDeps,
  taskUuid: string,
  projectUuid: string | undefined,
  word: 'tracker' | 'hearsay' = 'hearsay',
): Promise<TaskInView | undefined> => {
  const task = await unlessMissing(deps.api.getTask({ task_uuid: taskUuid }))
  if (!task) return undefined
  const told = task.project.uuid ?? (word === 'tracker' ? projectUuid : undefined)
  const project =
    told === undefined
      ? await projectNamed(deps, task.project.name, projectUuid)
      : await projectFacts(deps, told, task.project.name)
  if (!project) return undefined
  const known = await knownTask(deps.database.sql, taskUuid)
  const internal = task.is_internal ?? known?.isInternal
  await rememberTask(
    deps.database.sql,
    {
      uuid: taskUuid,
      projectUuid: project.uuid,
      name: task.name,
      isInternal: task.is_internal ?? undefined,
      moduleName: task.module_name,
    },
    deps.now(),
  )
  await indexTask(deps.database.sql, taskUuid, project.uuid, task, deps.now())
  if (task.module_name)
    await rememberModuleName(deps.database.sql, project.uuid, task.module_name, deps.now())
  return { uuid: taskUuid, task, project, internal }
}

/** The page on which those who read the channel find the task. */
export const taskUrl = ({ task, project }: TaskInView, route: Route): string | undefined =>
  linkFor(route, {
    internalUrl: task.internal_project_url ?? project.internalUrl,
    portalUrl: task.portal_project_url ?? project.portalUrl,
  })

export const taskCardFacts = (view: TaskInView, route: Route, existedBefore: boolean): TaskCardFacts => ({
  uuid: view.uuid,
  name: view.task.name,
  projectName: view.task.project.name,
  moduleName: view.task.module_name ?? undefined,
  status: view.task.status ?? undefined,
  assigneeName: view.task.assignee_name ?? undefined,
  dueDate: view.task.due_date ?? undefined,
  url: taskUrl(view, route),
  internal: view.task.is_internal === true,
  existedBefore,
  deleted: false,
})
