import { EntityType } from '@slack/types'
import type { ProjectCardFacts } from '../events/project-card.ts'
import {
  date,
  openButton,
  personField,
  statusColor,
  text,
  type WorkObject,
  workObject,
  type WorkObjectPerson,
  type WorkObjectRef,
} from './work-object.ts'
import { count, daysLate, progress } from '../kit/words.ts'

export interface ProjectWorkObjectFacts extends Omit<
  ProjectCardFacts,
  'uuid' | 'ownerName' | 'canSubscribe'
> {
  ref: WorkObjectRef
  url: string
  postedUrl?: string | undefined
  owner?: WorkObjectPerson | undefined
  note?: string | undefined
  asOf: number
}

const overdueWords = ({ overdue, dueDate, today }: ProjectWorkObjectFacts): string | undefined => {
  if (!overdue) return undefined
  const days = daysLate(dueDate, today)
  return days !== undefined && days > 0 ? `${count(days, 'day')} overdue` : 'Overdue'
}

const sayMore = (state: string | undefined, status: string | undefined): string | undefined =>
  state !== undefined && status !== undefined && state !== status ? `${state}: ${status}` : (status ?? state)

/** A project as a Work Object. It has no comments of its own: the interface takes them on tasks alone. */
export const projectWorkObject = (facts: ProjectWorkObjectFacts): WorkObject => {
  const status = sayMore(facts.state, facts.status)
  return workObject({
    ref: facts.ref,
    url: facts.url,
    postedUrl: facts.postedUrl,
    name: facts.name,
    // Slack has no entity of projects; its general one takes any fields.
    type: EntityType.Item,
    displayType: 'Project',
    customFields: [
      text('note', 'Please note', facts.note),
      text('account', 'Account', facts.accountName),
      personField('owner', 'Owner', facts.owner),
      text('status', 'Status', status, status === undefined ? undefined : statusColor(status)),
      text('progress', 'Progress', facts.percentage === undefined ? undefined : progress(facts.percentage)),
      text('overdue', 'Overdue', overdueWords(facts), 'red'),
      date('start_date', 'Started', facts.startDate),
      date('due_date', 'Due', facts.dueDate),
      date('completed_date', 'Completed', facts.completedDate),
    ],
    order: [
      'note',
      'account',
      'owner',
      'status',
      'progress',
      'overdue',
      'start_date',
      'due_date',
      'completed_date',
    ],
    buttons: [openButton(facts.url, facts.name)],
    asOf: facts.asOf,
  })
}
