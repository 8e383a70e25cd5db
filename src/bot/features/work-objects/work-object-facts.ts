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
} from '../../kit/cards/work-object.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { atTask, forTeam, linkFor, type Route } from '../../audience/audience.ts'
import { cardOf } from '../../answers/find-project.ts'
import { type TaskInView, taskUrl } from '../../tracker/task-in-view.ts'
import { memberWithEmail } from '../../tracker/people.ts'
import { type EntityCustomField, type EntityRefField, EntityType } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { isUrl } from '../../kit/text/spans.ts'
import { isoDay, progress } from '../../kit/text/words.ts'
import type { ProjectCardFacts } from '../../kit/cards/project-card.ts'

interface TaskWorkObjectFacts {
  ref: WorkObjectRef
  name: string
  /** A page that the readers can open: the portal's for another organization. */
  url: string
  postedUrl?: string | undefined
  project: { uuid: string; name: string; url?: string | undefined }
  moduleName?: string | undefined
  status?: string | undefined
  assignee?: WorkObjectPerson | undefined
  /** YYYY-MM-DD or ISO 8601. */
  dueDate?: string | undefined
  description?: string | undefined
  internal: boolean
  asOf: number
}

const fieldsOf = ({ status, assignee, dueDate, description }: TaskWorkObjectFacts) => {
  const due = isoDay(dueDate)
  return {
    ...(status !== undefined && { status: { value: words(status), tag_color: statusColor(status) } }),
    ...(assignee && { assignee: { type: 'slack#/types/user', user: person(assignee) } }),
    ...(due !== undefined && { due_date: { type: 'slack#/types/date', value: due } }),
    ...(description !== undefined &&
      description.trim() !== '' && { description: { value: words(description, 2_000), long: true } }),
  }
}

const projectField = (ref: EntityRefField): EntityCustomField => ({
  key: 'project',
  label: 'Project',
  type: 'slack#/types/entity_ref',
  entity_ref: ref,
})

/** Used for the card under a link and for the side panel. The interface cannot edit a task. */
export const taskWorkObject = (facts: TaskWorkObjectFacts): WorkObject => {
  const { ref, name, project, url } = facts
  return workObject({
    ref,
    url,
    postedUrl: facts.postedUrl,
    name,
    type: EntityType.Task,
    displayType: 'Task',
    fields: fieldsOf(facts),
    customFields: [
      isUrl(project.url)
        ? projectField({
            entity_url: project.url,
            external_ref: externalRef({ kind: 'project', uuid: project.uuid, portal: ref.portal }),
            title: words(project.name, 300),
            display_type: 'Project',
          })
        : text('project', 'Project', project.name),
      text('module', 'Module', facts.moduleName),
      facts.internal ? text('audience', 'Who sees it', 'Internal task: only your team') : undefined,
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
    asOf: facts.asOf,
  })
}

interface ProjectWorkObjectFacts extends ProjectCardFacts {
  ref: WorkObjectRef
  url: string
  postedUrl?: string | undefined
  owner?: WorkObjectPerson | undefined
  startDate?: string | undefined
  asOf: number
}

const sayMore = (state: string | undefined, status: string | undefined): string | undefined =>
  state !== undefined && status !== undefined && state !== status ? `${state}: ${status}` : (status ?? state)

export const projectWorkObject = (facts: ProjectWorkObjectFacts): WorkObject => {
  const status = sayMore(facts.state, facts.status)
  return workObject({
    ref: facts.ref,
    url: facts.url,
    postedUrl: facts.postedUrl,
    name: facts.name,
    // Slack has no project entity. The generic one takes any fields.
    type: EntityType.Item,
    displayType: 'Project',
    customFields: [
      text('account', 'Account', facts.accountName),
      personField('owner', 'Owner', facts.owner),
      text('status', 'Status', status, status === undefined ? undefined : statusColor(status)),
      text('progress', 'Progress', facts.percentage === undefined ? undefined : progress(facts.percentage)),
      text('overdue', 'Overdue', facts.overdue ? 'Yes' : undefined, 'red'),
      date('start_date', 'Started', facts.startDate),
      date('due_date', 'Due', facts.dueDate),
      date('completed_date', 'Completed', facts.completedDate),
    ],
    buttons: [openAction(facts.url, facts.name)],
    asOf: facts.asOf,
  })
}

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

export const projectEntity = async (deps: BotDeps, item: ProjectItem, shown: Presentation) => {
  const { ref, route, fallbackUrl, postedUrl } = shown
  const card = cardOf(deps, item, route)
  const startDate = item.start_date ?? undefined
  const owner = await ownerOf(deps, item)
  const url = card.url ?? fallbackUrl
  return projectWorkObject({ ...card, startDate, ref, url, postedUrl, owner, asOf: deps.now() })
}

export const taskEntity = async (deps: BotDeps, view: TaskInView, shown: Presentation) => {
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
