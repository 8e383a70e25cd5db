import type { EventName } from '../../../../src/contract/event.ts'
import type { Message } from '../../../../src/bot/kit/message.ts'
import { usualChoices } from '../../../../src/bot/kit/setting-rows.ts'

/** The people, projects and links that samples speak of. */
export const taskUuid = '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11'
export const projectName = 'Acme Corp – Standard Onboarding'
export const taskName = 'Hold the kick-off call'
export const url = 'https://tracker.example/projects/3f0c8a52'
export const taskUrl = `${url}#task-8c9d1f1e`
export const threadUrl = 'https://demo.slack.com/archives/C0ACME/p1'

export const project = {
  uuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
  name: projectName,
  accountName: 'Acme Corp',
  ownerName: 'Dana Smith',
  status: 'At risk',
  percentage: 34,
  overdue: true,
  dueDate: '2026-11-17',
  activity: {
    did: 'commented' as const,
    by: 'Casey Miller',
    at: '2026-11-20T09:30:00Z',
    task: { uuid: taskUuid, name: taskName, url: taskUrl },
  },
  url,
  canSubscribe: true,
}

export const events: EventName[] = ['comment_new', 'task_completed']

/** A task's card, with what it can't be without. */
export const card = {
  uuid: taskUuid,
  name: taskName,
  projectName,
  internal: false,
  existedBefore: false,
  deleted: false,
}

/** Settings of a channel that chose the default, and of one that chose everything by hand. */
export const milestones = {
  preset: 'milestones' as const,
  events: ['comment_new', 'task_completed', 'project_completed'] as const,
  layout: 'threads' as const,
  ...usualChoices,
}
export const customSettings = {
  ...milestones,
  preset: 'custom' as const,
  events: ['comment_mention', 'task_completed', 'project_completed'] as const,
  layout: 'flat' as const,
  modules: { list: 'only' as const, names: ['Kickoff', 'Handover'] },
  ...usualChoices,
  tasks: 'visible' as const,
  replies: 'one-way' as const,
}

/** A customer's text that would ping, format and break, were it not literal. */
export const hostile = '<!channel> <@U123> *x* & <b>'

export const acmeSubscription = {
  scope: 'account',
  target: 'Acme Corp',
  label: 'Acme Corp',
  events: [],
  createdBy: 'U0DANA',
  createdAt: '2026-11-01T10:00:00Z',
} as const

/** People of a customer read a channel. */
export const acmeReads = {
  channel: 'C0ACME',
  organizations: ['Acme Corp'],
  strangers: false,
  guests: false,
  unknown: false,
}

/** Two that were found, of which a person chooses one. */
export const choice = {
  query: 'Onboarding',
  candidates: [
    { name: projectName, details: ['Acme Corp', 'Active'], run: 'project 3f0c8a52' },
    { name: 'Globex – Enterprise Rollout', details: ['Globex', undefined], run: 'project 77aa01cc' },
  ],
}

export const buttonsOf = ({ blocks }: Message) =>
  blocks
    .filter((block) => block.type === 'actions')
    .flatMap(({ elements }) => elements)
    .filter((element) => element.type === 'button')
