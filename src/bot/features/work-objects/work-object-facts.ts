import { dayAt } from '../../kit/wall-clock.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import { deliveryOf } from '../../sync/posts/store/deliveries.ts'
import { commentCount } from './store/listed-comments.ts'
import { knownProject } from '../../store/known/known-projects.ts'
import { taskWithProject } from '../../store/known/known-of-task.ts'
import type { ProjectCardFacts } from '../../kit/cards/project-card.ts'
import { projectWorkObject, taskWorkObject } from '../../kit/cards/task-work-object.ts'
import type { TaskCardFacts } from '../../kit/cards/task-card.ts'
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
    comments: await commentCount(deps.database.sql, uuid),
    asOf: deps.now(),
  })
}

const oldNews = 'The tracker hasn’t responded yet. This is the last known state.'

/** The facts of the channel's last card, if there is one. */
const lastCard = async <Facts>(
  deps: BotDeps,
  { channel }: Route,
  kind: 'task_card' | 'project_card',
  uuid: string,
): Promise<Partial<Facts>> => {
  const card = await deliveryOf(deps.database.sql, { channel, kind, objectUuid: uuid })
  return card ? (JSON.parse(card.facts) as Facts & object) : {}
}

/** Built from stored facts. Undefined if the bot has never seen the task. */
const knownTaskEntity = async (deps: BotDeps, { ref, route, fallbackUrl }: Presentation) => {
  const { sql } = deps.database
  const known = await taskWithProject(sql, ref.uuid)
  if (!known) return undefined
  const { task, project } = known
  const card = await lastCard<TaskCardFacts>(deps, route, 'task_card', ref.uuid)
  const url = atTask(linkFor(route, project) ?? fallbackUrl, ref.uuid)
  return taskWorkObject({
    ref,
    name: task.name,
    url,
    project: { uuid: project.uuid, name: project.name, url: linkFor(route, project) },
    moduleName: forTeam(route, card.moduleName),
    status: card.status,
    assignee: card.assigneeName === undefined ? undefined : { name: card.assigneeName },
    dueDate: card.dueDate,
    internal: task.isInternal === true,
    comments: await commentCount(sql, ref.uuid),
    note: oldNews,
    // Earlier than any real time, so that it never replaces fresh facts.
    asOf: 1_000,
  })
}

const knownProjectEntity = async (deps: BotDeps, { ref, route, fallbackUrl }: Presentation) => {
  const project = await knownProject(deps.database.sql, ref.uuid)
  if (!project) return undefined
  const card = await lastCard<ProjectCardFacts>(deps, route, 'project_card', ref.uuid)
  return projectWorkObject({
    ...card,
    ref,
    name: project.name,
    accountName: project.accountName,
    owner: card.ownerName === undefined ? undefined : { name: card.ownerName },
    url: linkFor(route, project) ?? fallbackUrl,
    today: dayAt(route.timeZone, deps.now()),
    note: oldNews,
    asOf: 1_000,
  })
}

export const knownEntity = (deps: BotDeps, shown: Presentation): Promise<WorkObject | undefined> =>
  shown.ref.kind === 'task' ? knownTaskEntity(deps, shown) : knownProjectEntity(deps, shown)
