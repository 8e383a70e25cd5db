import type { ProjectItem } from '../../../contract/project.ts'
import { projectWorkObject, taskWorkObject } from '../../kit/cards/task-work-object.ts'
import type { WorkObject, WorkObjectRef } from '../../kit/cards/work-object.ts'
import type { WorkObjectPerson } from '../../kit/cards/fields.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { atTask, forTeam, linkFor, type Route } from '../../audience/audience.ts'
import { cardOf } from '../../answers/find/project-answers.ts'
import { type TaskInView, taskUrl } from '../../tracker/task-in-view.ts'
import { memberWithEmail } from '../../tracker/people/match-people.ts'

/** Who reads the object, and through which link. */
export interface Presentation {
  ref: WorkObjectRef
  route: Route
  /** The followed link, used if the tracker returns no URL. */
  fallbackUrl: string
  postedUrl?: string | undefined
}

/** Left out if the look-up fails, because the owner is optional. */
const ownerOf = async (deps: BotDeps, item: ProjectItem): Promise<WorkObjectPerson | undefined> => {
  const owner = item.project_owner
  if (!owner) return undefined
  const email = owner.email_address ?? undefined
  const member = email === undefined ? undefined : await memberWithEmail(deps, email).catch(() => undefined)
  return { name: owner.full_name, slackId: member?.id }
}

export const projectEntity = async (
  deps: BotDeps,
  item: ProjectItem,
  shown: Presentation,
): Promise<WorkObject> => {
  const { ref, route, fallbackUrl, postedUrl } = shown
  const card = cardOf(deps, item, route)
  const completedDate = item.completed_date ?? undefined
  const owner = await ownerOf(deps, item)
  const url = card.url ?? fallbackUrl
  return projectWorkObject({ ...card, completedDate, ref, url, postedUrl, owner, asOf: deps.now() })
}

export const taskEntity = async (
  deps: BotDeps,
  view: TaskInView,
  shown: Presentation,
): Promise<WorkObject> => {
  const { ref, route, fallbackUrl, postedUrl } = shown
  const { task, project, uuid } = view
  return taskWorkObject({
    ref,
    postedUrl,
    name: task.name,
    url: atTask(taskUrl(view, route) ?? fallbackUrl, uuid),
    project: { uuid: project.uuid, name: project.name, url: linkFor(route, project) },
    moduleName: forTeam(route, task.module_name),
    status: task.status ?? undefined,
    assignee: task.assignee_name ? { name: task.assignee_name } : undefined,
    dueDate: task.due_date ?? undefined,
    description: task.detail ?? undefined,
    internal: view.internal === true,
    asOf: deps.now(),
  })
}
