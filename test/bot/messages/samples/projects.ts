import * as lists from '../../../../src/bot/features/projects/messages/lists.ts'
import * as createDialog from '../../../../src/bot/features/projects/messages/create-dialog.ts'
import * as creating from '../../../../src/bot/features/projects/messages/create-preview.ts'
import * as projectForm from '../../../../src/bot/features/projects/messages/project-form.ts'
import * as projectMade from '../../../../src/bot/features/projects/messages/project-made.ts'
import * as dataFields from '../../../../src/bot/features/projects/messages/fields.ts'
import { acmeReads, project, projectName, taskUuid, url } from './facts.ts'
import { marked, samplesOf, when } from './sample.ts'

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

/** *New project*, as far as a preview says it. */
export const preview: Parameters<typeof creating.createPreview>[0] = {
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
  readers: { readers: 'customers', replies: 'shared', accountName: 'Acme Crop', also: ['C0GUESTS'] },
  newChannel: { name: 'onb-acme-2', kind: 'private' },
  namesakes: ['C0ALL'],
}

/** Projects, playbooks and data fields, listed and changed. */
export const samplesOfProjects = [
  samplesOf(projectForm)({}),
  samplesOf(lists)({
    projectList: { query: 'Onboarding', total: 31, offset: 0, projects: [project] },
    playbookList: marked({ prose: ['description'], fixed: ['offset'] })({
      query: 'Onboarding',
      total: 31,
      offset: 0,
      playbooks: [{ name: 'Standard Onboarding', description: 'Kick-off to go-live.', versions: 3 }],
    }),
    fieldList: marked({ prose: ['value'] })({
      projectUuid: taskUuid,
      projectName,
      url,
      total: 31,
      offset: 0,
      valuesKnown: true,
      fields: [{ name: 'Region', value: 'EMEA' }, { name: 'Phone' }],
    }),
  }),
  samplesOf(createDialog)({
    createDialog: [
      {
        form,
        fields,
        mayMake: { public: true, private: true },
        more: true,
        problems: [
          { input: 'create_name', text: 'Too long.' },
          { input: 'field:f-Region', text: 'No such region.' },
          { text: 'It was Friday.' },
        ],
      },
      when('at first', {
        form,
        fields: [],
        mayMake: { public: true, private: true },
        more: false,
        self: choice('Dana Smith'),
      }),
    ],
  }),
  samplesOf(creating)({
    createPreview: preview,
  }),
  samplesOf(projectMade)({
    projectMade: [
      marked({ reports: true })({ projectName, url, channel: 'C0ACME', by: 'U0DANA' }),
      when('its channel not subscribed', { projectName, url, refused: 'C0ACME' }),
      when('with a channel', { projectName, url, newChannel: 'onb-acme-2' }),
    ],
    projectRefused: marked({ fixed: ['formId'] })({
      projectName,
      problems: ['Due date: Must be a date in the format MM/DD/YYYY.'],
      requestId: 'req-81',
      formId: 7,
    }),
    projectWaiting: { projectName },
    projectUnconfirmed: { projectName },
    createLoading: {},
  }),
  samplesOf(dataFields)({
    fieldEffect: marked({ prose: ['from', 'to'] })({
      projectUuid: taskUuid,
      fieldUuid: taskUuid,
      projectName,
      fieldName: 'Region',
      from: 'EMEA',
      to: 'APAC',
    }),
    fieldWritten: marked({ prose: ['from', 'to'] })({
      projectName,
      fieldName: 'Region',
      from: 'EMEA',
      to: 'APAC',
    }),
    fieldUnconfirmed: { projectName, fieldName: 'Region' },
    fieldRefused: marked({ cut: ['options'] })({
      projectName,
      fieldName: 'Region',
      failures: ['Region must be one of EMEA, APAC.'],
      options: ['EMEA', 'APAC'],
    }),
    fieldNotWritable: { projectName, fieldName: 'Region', url },
    fieldsSaved: marked({ prose: ['from', 'to'] })({
      changes: [{ fieldName: 'Region', from: 'EMEA', to: 'APAC' }],
    }),
    fieldsNotSaved: { failures: ['Region must be one of EMEA, APAC.'] },
    fieldsUnconfirmed: {},
    fieldsDialog: {
      projectUuid: taskUuid,
      projectName,
      fields: fields.map((field) => ({ ...field, shown: 'EMEA' })),
    },
  }),
]
