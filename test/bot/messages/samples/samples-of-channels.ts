import {
  fieldEffect,
  fieldNotWritable,
  fieldRefused,
  fieldUnconfirmed,
  fieldWritten,
  fieldsNotSaved,
  fieldsSaved,
  fieldsUnconfirmed,
} from '../../../../src/bot/features/projects/messages/fields.ts'
import {
  archiveRefused,
  channelExists,
  channelReady,
  channelRefused,
  channelStored,
  channelUnderWay,
  customersInvited,
} from '../../../../src/bot/features/project-channels/messages/made-channel.ts'
import { permissionsLacking } from '../../../../src/bot/features/project-channels/messages/channel-dialog.ts'
import { project, projectName, taskUuid, url } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const { uuid: projectUuid } = project
const made = { projectUuid, channel: 'C0NEW' }

/** The channel that the app makes for a project, and the project's data fields. */
export const samplesOfChannels: readonly Sample[] = [
  sample('channel requested', channelStored, { name: 'onb-acme-2' }),
  sample('channel ready', channelReady, { ...made, projectName, troubles: [], unmatched: [] }),
  sample('channel ready, with troubles', channelReady, {
    ...made,
    projectName,
    troubles: [
      { what: { add: 'Gil Guest' }, code: 'ura_max_channels' },
      { what: 'topic', code: 'restricted_action' },
      { what: 'pin', code: 'missing_scope' },
      { what: 'rest', code: 'gave_up' },
    ],
    unmatched: ['Sam Park'],
  }),
  sample('channel name taken', channelRefused, { projectUuid, name: 'onb-acme-2', code: 'name_taken' }),
  sample('channel refused', channelRefused, { projectUuid, name: 'onb-acme-2', code: 'restricted_action' }),
  sample('channel exists already', channelExists, made),
  sample('channel is being created', channelUnderWay, { name: 'onb-acme-2' }),
  sample('customers invited', customersInvited, {
    channel: 'C0NEW',
    sent: ['casey@acme.example'],
    unknown: ['robin@acme.example'],
    refused: [{ email: 'kim@acme.example', code: 'not_paid' }],
  }),
  sample('permissions for channels are lacking', permissionsLacking, {
    what: 'create',
    installUrl: 'https://bot.example/slack/install',
  }),
  sample('channel not archived', archiveRefused, { code: 'restricted_action' }),
  sample({ title: 'field effect', prose: ['from', 'to'] }, fieldEffect, {
    projectUuid: taskUuid,
    fieldUuid: taskUuid,
    projectName,
    fieldName: 'Region',
    from: 'EMEA',
    to: 'APAC',
  }),
  sample({ title: 'field written', prose: ['from', 'to'] }, fieldWritten, {
    projectName,
    fieldName: 'Region',
    from: 'EMEA',
    to: 'APAC',
  }),
  sample('field unconfirmed', fieldUnconfirmed, { projectName, fieldName: 'Region' }),
  sample({ title: 'field refused', cut: ['options'] }, fieldRefused, {
    projectName,
    fieldName: 'Region',
    failures: ['Region must be one of EMEA, APAC.'],
    options: ['EMEA', 'APAC'],
  }),
  sample('field not writable', fieldNotWritable, { projectName, fieldName: 'Region', url }),
  sample({ title: 'fields saved', prose: ['from', 'to'] }, fieldsSaved, {
    changes: [{ fieldName: 'Region', from: 'EMEA', to: 'APAC' }],
  }),
  sample('fields not saved', fieldsNotSaved, { failures: ['Region must be one of EMEA, APAC.'] }),
  sample('fields unconfirmed', fieldsUnconfirmed, {}),
]
