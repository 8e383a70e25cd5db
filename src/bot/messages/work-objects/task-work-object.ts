import { EntityType } from '@slack/types'
import { actions } from '../kit/ids.ts'
import { isUrl } from '../kit/spans.ts'
import {
  actionButton,
  entityField,
  externalRef,
  openButton,
  person,
  statusColor,
  text,
  words,
  type WorkObject,
  workObject,
  type WorkObjectPerson,
  type WorkObjectRef,
} from './work-object.ts'

export interface TaskWorkObjectFacts {
  ref: WorkObjectRef
  name: string
  /** For those who read it: the portal's where they are of another organization. */
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
  comments: { count: number; latestAt: number | undefined }
  /** Said beside the facts, such as that they may be old. */
  note?: string | undefined
  asOf: number
}

const day = (date: string | undefined) =>
  date !== undefined && /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(0, 10) : undefined

const fieldsOf = ({ status, assignee, dueDate, description }: TaskWorkObjectFacts) => {
  const due = day(dueDate)
  return {
    ...(status !== undefined && { status: { value: words(status), tag_color: statusColor(status) } }),
    ...(assignee && { assignee: { type: 'slack#/types/user', user: person(assignee) } }),
    ...(due !== undefined && { due_date: { type: 'slack#/types/date', value: due } }),
    ...(description !== undefined &&
      description.trim() !== '' && { description: { value: words(description, 2_000), long: true } }),
  }
}

/** A task as a Work Object: in the card under a link, and in the pane beside it. Nothing in it is editable: the interface has no operation for it. */
export const taskWorkObject = (facts: TaskWorkObjectFacts): WorkObject => {
  const { ref, name, project, url } = facts
  const parent: WorkObjectRef = { kind: 'project', uuid: project.uuid, portal: ref.portal }
  return workObject({
    ref,
    url,
    postedUrl: facts.postedUrl,
    name,
    type: EntityType.Task,
    displayType: 'Task',
    fields: fieldsOf(facts),
    customFields: [
      text('note', 'Please note', facts.note),
      isUrl(project.url)
        ? entityField('project', 'Project', {
            entity_url: project.url,
            external_ref: externalRef(parent),
            title: words(project.name, 300),
            display_type: 'Project',
          })
        : text('project', 'Project', project.name),
      text('module', 'Module', facts.moduleName),
      facts.internal ? text('audience', 'Who sees it', 'Internal task: the team alone') : undefined,
    ],
    order: ['note', 'status', 'assignee', 'due_date', 'project', 'module', 'audience', 'description'],
    buttons: [
      actionButton({
        action: actions.comment,
        text: 'Comment',
        value: ref.uuid,
        label: `Comment on ${name}`,
        style: 'primary',
      }),
      openButton(url, name),
    ],
    comments: facts.comments,
    asOf: facts.asOf,
  })
}
