import type { ModalView } from '@slack/types'
import { commentDialog, syncDialog } from '../../../../src/bot/sync/messages/task-dialogs.ts'
import { connectDialog } from '../../../../src/bot/features/connect/messages/connect.ts'
import {
  channelDialog,
  channelLoading,
  inviteDialog,
  invitePreview,
} from '../../../../src/bot/features/project-channels/messages/channel-dialog.ts'
import { createDialog } from '../../../../src/bot/features/projects/messages/create-dialog.ts'
import { createLoading } from '../../../../src/bot/features/projects/messages/project-made.ts'
import { createPreview } from '../../../../src/bot/features/projects/messages/create-preview.ts'
import { fieldsDialog } from '../../../../src/bot/features/projects/messages/fields.ts'
import { dialogStale } from '../../../../src/bot/answers/messages/try-again.ts'
import { homeHelp, personDialog } from '../../../../src/bot/features/home/messages/home-people.ts'
import {
  settingsDialog,
  subscribeDialog,
} from '../../../../src/bot/features/channels/messages/settings-dialog.ts'
import { subscriptionsDialog } from '../../../../src/bot/features/channels/messages/subscription-list.ts'
import { acmeReads, customSettings, milestones, projectName, taskName, taskUuid, url } from './facts.ts'
import { sampleOf } from './samples.ts'

/** *New project*, as far as a preview says it. */
export const preview: Parameters<typeof createPreview>[0] = {
  requestId: 1,
  name: projectName,
  sameName: 'exists',
  existingUrl: url,
  playbook: { name: 'Standard Onboarding', version: 'current', versions: 3 },
  account: { name: 'Acme Crop', nearest: ['Acme Corp'] },
  startDate: '2026-11-23',
  dueDate: '2026-12-31',
  owner: { name: 'Dana Smith', found: true },
  team: [{ name: 'Lee Wong', found: true }],
  customers: [
    { name: 'casey@acme.example', found: false },
    { name: 'Robin Reed', found: true, contactOf: 'Globex' },
  ],
  fields: [{ uuid: 'f1', name: 'Region', value: 'EMEA', live: true }],
  inviteTeam: true,
  inviteCustomers: true,
  channel: { member: true, readers: acmeReads, isNew: true, receives: ['Globex'] },
  newChannel: { name: 'onb-acme-2', kind: 'private' },
  namesakes: ['C0ALL'],
}

interface DialogSample {
  title: string
  facts: object
  build: (facts: object) => ModalView
  /** What makes the dialog, where `build` only calls it. */
  of?: { name: string }
  /** Facts that a person chose from a list, or that were checked: they are what they are. */
  fixed?: readonly string[]
}

const dialog = <F extends object>(
  title: string,
  build: (facts: F) => ModalView,
  facts: F,
  marks: Pick<DialogSample, 'of' | 'fixed'> = {},
): DialogSample => ({ title, facts, build: build as (facts: object) => ModalView, ...marks })

const choice = (text: string, description?: string) => ({ value: taskUuid, text, description })
const field = (name: string, facts: object = {}) => ({
  uuid: `f-${name}`,
  name,
  object_type: 'PROJECT' as const,
  ...facts,
})
const fields = [
  field('Region', { field_type: 'choice', options: ['EMEA', 'APAC'] }),
  field('Value', { field_type: 'number' }),
  field('Go-live', { field_type: 'date' }),
  field('Signed', { field_type: 'boolean' }),
  field('Notes', { field_type: 'text' }),
]
const form = {
  name: projectName,
  playbook: choice('Standard Onboarding', 'Current version'),
  account: choice('Acme Corp'),
  owner: choice('Dana Smith'),
  team: [choice('Lee Wong')],
  customers: [choice('Casey Miller')],
  startDate: '2026-11-23',
  fields: {},
  inviteTeam: false,
  inviteCustomers: true,
}
const ofChannel = {
  channel: 'C0ACME',
  channelName: 'acme-onboarding',
  shared: true,
  timeZone: 'Europe/Berlin',
}

/** Every dialog there is, with every fact it can be given. */
export const dialogs: readonly DialogSample[] = [
  dialog('comment on a task', commentDialog, {
    taskUuid,
    chosen: { choice: { value: taskUuid, text: taskName }, readers: 'customers', accountName: 'Acme Corp' },
  }),
  dialog('comment from a message', commentDialog, {
    channel: 'C0ACME',
    draft: 'Casey Miller wrote: can we move the call?',
  }),
  dialog('sync a thread', syncDialog, { channel: 'C0ACME', threadTs: '1763600000.000100' }),
  dialog(
    'sync a thread, with a task',
    (chosen: Parameters<typeof syncDialog>[1]) =>
      syncDialog({ channel: 'C0ACME', threadTs: '1763600000.000100' }, chosen),
    { choice: { value: taskUuid, text: taskName }, projectName, readers: 'team' as const },
    { of: syncDialog },
  ),
  dialog('choose a project', subscribeDialog, {
    channel: 'C0ACME',
    channelName: 'acme-onboarding',
    preset: 'custom',
  }),
  dialog('new project', createDialog, {
    form,
    fields,
    mayMake: { public: true, private: true },
    more: true,
    problems: [
      { input: 'create_name', text: 'Too long.' },
      { input: 'field:f-Region', text: 'No such region.' },
      { text: 'It was Friday.' },
    ],
  }),
  dialog('new project, at first', createDialog, {
    form,
    fields: [],
    mayMake: { public: true, private: true },
    more: false,
    self: choice('Dana Smith'),
  }),
  dialog('data fields of a project', fieldsDialog, {
    projectUuid: taskUuid,
    projectName,
    fields: fields.map((field) => ({ ...field, shown: 'EMEA' })),
  }),
  dialog('new project, while it loads', createLoading, {}),
  dialog('preview of a new project', (facts: typeof preview) => createPreview(facts, 'preview-1'), preview, {
    of: createPreview,
  }),
  dialog('create a channel', channelDialog, {
    projectUuid: taskUuid,
    projectName,
    channel: 'C0ACME',
    proposal: 'onb-acme-2',
    may: { public: true, private: true },
    members: ['U0DANA', 'U0LEE'],
    unmatched: ['Sam Park'],
  }),
  dialog('create a channel, while it loads', channelLoading, {}),
  dialog('invite the customer', inviteDialog, {
    projectUuid: taskUuid,
    channel: 'C0ACME',
    emails: ['casey@acme.example'],
  }),
  dialog(
    'invite the customer: confirmation',
    invitePreview,
    { projectUuid: taskUuid, channel: 'C0ACME', emails: ['casey@acme.example', 'robin@acme.example'] },
    { fixed: ['emails'] },
  ),
  dialog('settings of a channel', settingsDialog, { ...ofChannel, ...milestones, mixed: false }),
  dialog('settings of a channel: Custom', settingsDialog, { ...ofChannel, ...customSettings, mixed: true }),
  dialog('settings of a channel: a daily digest', settingsDialog, {
    ...ofChannel,
    ...milestones,
    preset: 'digest',
    digest: { every: 'daily', day: 1, at: '09:00', timeZone: 'Europe/Berlin' },
    mixed: false,
  }),
  dialog(
    'subscriptions of a channel',
    (facts: object) => {
      const list = sampleOf('subscription list')
      return subscriptionsDialog('C0ACME', list.build({ ...list.facts, ...facts }))
    },
    {},
    { of: subscriptionsDialog },
  ),
  dialog('connect the tracker', connectDialog, {
    baseUrl: 'https://tracker.example.com',
    integration: taskUuid,
    problem: 'The tracker rejected this key: it’s unknown or deactivated.',
  }),
  dialog('replace the key', connectDialog, {
    connectedUrl: 'https://tracker.example.com',
    problem: 'Try again.',
  }),
  dialog('match a person', personDialog, { uuid: taskUuid, name: 'Casey Miller' }),
  dialog('help', homeHelp, {
    entries: [
      { name: 'projects', summary: 'Lists projects.', usage: 'projects [text]', examples: ['projects Acme'] },
    ],
  }),
  dialog('a dialog that is out of date', dialogStale, {}),
]
