import { projectCardFacts, taskCardFacts, taskUrl } from '../../tracker/views.ts'
import type { Task } from '../../../contract/task.ts'
import { ifSet } from '../../../contract/text.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import {
  type WorkObject,
  type WorkObjectRef,
  externalRef,
  workObject,
  type WorkObjectPerson,
  actionOf,
  openAction,
  person,
  statusColor,
  text,
  words,
  date,
  personField,
} from '../../kit/work-object.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { atTask, linkFor, type Route } from '../../audience/audience.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import { knownTask } from '../../store/known-projects.ts'
import { taskInView, type TaskInView } from '../../tracker/task-in-view.ts'
import { memberWithEmail } from '../../tracker/people.ts'
import { type EntityCustomField, type EntityRefField, EntityType } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { isUrl, isoDay } from '../../kit/text.ts'
import { progress, type ProjectCardFacts, shownOf } from '../../kit/project-card.ts'
import type { TaskCardFacts } from '../../kit/task-card.ts'

/** Who reads the object, and through which link. */
export interface Presentation {
  ref: WorkObjectRef
  route: Route
  /** The followed link, used if the tracker returns no URL. */
  fallbackUrl: string
  postedUrl?: string | undefined
}

/** Whether it is a page for customers. */
export const isPortal = (url: string): boolean => /\/portal\/projects?\//i.test(url)

/**
 * Undefined if the task is gone. Where outsiders read, also undefined unless the task is known not to be internal.
 * Outsiders can forge a URL, so there the project in it is ignored.
 */
export const taskToShow = async (deps: BotDeps, route: Route, uuid: string, inUrl: string | undefined) => {
  const stored = await knownTask(deps.database.sql, uuid)
  const view = await taskInView(deps, uuid, stored?.projectUuid ?? (route.shared ? undefined : inUrl))
  return route.shared && view?.internal !== false ? undefined : view
}

const fieldsOf = ({ status, assigneeName, dueDate }: TaskCardFacts, task: Task) => {
  const [description, due] = [ifSet(task.detail), isoDay(dueDate)]
  const assignee = assigneeName === undefined ? undefined : person({ name: assigneeName })
  return {
    ...(status !== undefined && { status: { value: words(status), tag_color: statusColor(status) } }),
    ...(assignee && { assignee: { type: 'slack#/types/user', user: assignee } }),
    ...(due !== undefined && { due_date: { type: 'slack#/types/date', value: due } }),
    ...(description !== undefined && { description: { value: words(description, 2_000), long: true } }),
  }
}

const projectField = (ref: EntityRefField): EntityCustomField => ({
  key: 'project',
  label: 'Project',
  type: 'slack#/types/entity_ref',
  entity_ref: ref,
})

type ViewOfTask = Omit<TaskInView, 'hadComments' | 'stored'>

/** Without an edit button, because the interface has no operation for it. */
export const taskWorkObject = (view: ViewOfTask, shown: Presentation): WorkObject => {
  const { uuid, task, project, seenAt: asOf } = view
  const { ref, route, fallbackUrl, postedUrl } = shown
  const card: TaskCardFacts = taskCardFacts({ ...view, hadComments: false, stored: undefined }, route)
  const { name } = card
  const url = atTask(taskUrl(view, route) ?? fallbackUrl, uuid)
  const projectUrl = linkFor(route, project)
  return workObject({
    ref,
    url,
    postedUrl,
    name,
    type: EntityType.Task,
    displayType: 'Task',
    fields: fieldsOf(card, task),
    customFields: [
      isUrl(projectUrl)
        ? projectField({
            entity_url: projectUrl,
            external_ref: externalRef({ kind: 'project', uuid: project.uuid, portal: ref.portal }),
            title: words(project.name, 300),
            display_type: 'Project',
          })
        : text('project', 'Project', project.name),
      text('module', 'Module', card.moduleName),
      card.internal ? text('audience', 'Who sees it', 'Internal task: only your team') : undefined,
    ],
    order: ['status', 'assignee', 'due_date', 'project', 'module', 'audience', 'description'],
    buttons: [
      actionOf({
        action: actions.comment,
        text: 'Comment',
        value: ref.uuid,
        label: `Comment on ${name}`,
        style: 'primary',
      }),
      openAction(url, name),
    ],
    asOf,
  })
}

const sayMore = (state: string | undefined, status: string | undefined): string | undefined =>
  state !== undefined && status !== undefined && state !== status ? `${state}: ${status}` : (status ?? state)

interface OfProject extends Presentation {
  owner: WorkObjectPerson | undefined
  startDate: string | undefined
  asOf: number
}

export const projectWorkObject = (facts: ProjectCardFacts, shown: OfProject): WorkObject => {
  const card = shownOf(facts)
  const status = sayMore(card.state, card.status)
  const url = card.url ?? shown.fallbackUrl
  return workObject({
    ref: shown.ref,
    url,
    postedUrl: shown.postedUrl,
    name: card.name,
    // Slack has no project entity. The generic one takes any fields.
    type: EntityType.Item,
    displayType: 'Project',
    customFields: [
      text('account', 'Account', card.accountName),
      personField('owner', 'Owner', shown.owner),
      text('status', 'Status', status, status === undefined ? undefined : statusColor(status)),
      text('progress', 'Progress', card.percentage === undefined ? undefined : progress(card.percentage)),
      text('overdue', 'Overdue', card.overdue ? 'Yes' : undefined, 'red'),
      date('start_date', 'Started', shown.startDate),
      date('due_date', 'Due', card.dueDate),
      date('completed_date', 'Completed', card.completedDate),
    ],
    buttons: [openAction(url, card.name)],
    asOf: shown.asOf,
  })
}

/** If the look-up of the Slack member fails, the owner is only named. */
const ownerOf = async (deps: BotDeps, item: ProjectItem): Promise<WorkObjectPerson | undefined> => {
  const owner = item.project_owner
  if (!owner) return undefined
  const email = owner.email_address ?? undefined
  const member = email === undefined ? undefined : await memberWithEmail(deps, email).catch(() => undefined)
  return { name: owner.full_name, slackId: member?.id }
}

export const projectEntity = async (deps: BotDeps, view: ProjectInView, shown: Presentation) =>
  projectWorkObject(projectCardFacts(deps, view, shown.route), {
    ...shown,
    owner: await ownerOf(deps, view.item),
    startDate: ifSet(view.item.start_date),
    asOf: deps.now(),
  })
