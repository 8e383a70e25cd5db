import { EntityType } from '@slack/types'
import { overdueWords, type ProjectCardFacts } from '../events/project-card.ts'
import { date, openAction, personField, statusColor, text, type WorkObjectPerson } from './fields.ts'
import { progress } from '../kit/words.ts'
import { type WorkObject, workObject, type WorkObjectRef } from './work-object.ts'

interface ProjectWorkObjectFacts extends Omit<
  ProjectCardFacts,
  'uuid' | 'portal' | 'ownerName' | 'canSubscribe'
> {
  ref: WorkObjectRef
  url: string
  postedUrl?: string | undefined
  owner?: WorkObjectPerson | undefined
  note?: string | undefined
  asOf: number
}

const sayMore = (state: string | undefined, status: string | undefined): string | undefined =>
  state !== undefined && status !== undefined && state !== status ? `${state}: ${status}` : (status ?? state)

/** Slack has no project entity. The generic one takes any fields. */
const kind = { type: EntityType.Item, displayType: 'Project' } as const

/** Has no comments, because the interface has comments only on tasks. */
export const projectWorkObject = (facts: ProjectWorkObjectFacts): WorkObject => {
  const status = sayMore(facts.state, facts.status)
  return workObject({
    ref: facts.ref,
    url: facts.url,
    postedUrl: facts.postedUrl,
    name: facts.name,
    ...kind,
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
    buttons: [openAction(facts.url, facts.name)],
    asOf: facts.asOf,
  })
}
