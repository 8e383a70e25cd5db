import * as subscriptions from '../../../../src/bot/audience/messages/subscribed.ts'
import { status, why } from '../../../../src/bot/features/status/messages/status.ts'
import { muted, muteUnchanged, unmuted } from '../../../../src/bot/audience/messages/paused.ts'
import { notAChannel, notYourChannel } from '../../../../src/bot/audience/messages/not-here.ts'
import { subscriptionList } from '../../../../src/bot/features/channels/messages/subscription-list.ts'
import { channelWelcome } from '../../../../src/bot/features/channels/messages/settings-dialog.ts'
import {
  acmeReads,
  acmeSubscription,
  customSettings,
  milestones,
  projectName,
  project,
  taskUuid,
  url,
} from './facts.ts'
import { type Sample, sample } from './sample.ts'
import * as fields from '../../../../src/bot/features/projects/messages/fields.ts'
import * as channels from '../../../../src/bot/features/project-channels/messages/made-channel.ts'
import { permissionsLacking } from '../../../../src/bot/features/project-channels/messages/channel-dialog.ts'

const wanted = (target: string) => ({
  channel: 'C0ACME',
  scope: 'project' as const,
  target,
  readers: 'T0GLOBEX',
})

const { uuid: projectUuid } = project
const made = { projectUuid, channel: 'C0NEW' }

/** What channels receive: lists, filters, mutes; the channel that the app makes for a project, and its data fields. */
export const samplesOfChannels: readonly Sample[] = [
  sample('subscription list of a muted channel', subscriptionList, {
    channel: 'C0ACME',
    total: 1,
    offset: 0,
    mute: { untilDate: '2026-11-22T09:00:00.000Z' },
    mixed: false,
    settings: customSettings,
    subscriptions: [acmeSubscription],
  }),
  sample('status of a muted channel', status, {
    waiting: { events: 2, messages: 3, comments: 1, oldestMs: 700 },
    failures: [{ what: 'event', cause: 'the tracker is away', count: 2, latestAt: '2026-11-21T09:00:00Z' }],
    paused: 1,
    reasons: ['the tracker isn’t responding'],
    mute: { untilDate: '2026-11-22T09:00:00.000Z' },
    leftOut: [{ reason: 'left out: the channel was muted', count: 3 }],
  }),
  sample('why, with what was left out', why, {
    verified: 'the app read the task from the tracker by its uuid.',
    subscriptions: [projectName],
    change: { eventName: 'task_updated', at: '2026-11-21T09:00:00Z' },
    leftOut: [
      {
        eventName: 'comment_new',
        at: '2026-11-21T10:00:00Z',
        reason: 'left out by the channel’s filters: the module “Kickoff” is excluded',
      },
    ],
  }),
  sample('welcome in a channel', channelWelcome, {}),
  sample('subscription resumed', subscriptions.subscribed, {
    scope: 'project',
    label: projectName,
    by: 'U0DANA',
    settings: milestones,
    ownEvents: false,
    resumed: true,
  }),
  sample('subscribed already', subscriptions.alreadySubscribed, {
    scope: 'project',
    label: projectName,
    settings: milestones,
    ownEvents: false,
  }),
  sample('unsubscribed from all', subscriptions.unsubscribedAll, {
    by: 'U0DANA',
    ended: [
      { scope: 'project', label: projectName },
      { scope: 'account', label: 'Acme Corp' },
    ],
    replies: 'two-way',
  }),
  sample('who reads the channel, before it is subscribed', subscriptions.subscribeQuestion, {
    scope: 'project',
    label: 'Initech – Enterprise Rollout',
    accountName: 'Globex',
    readers: acmeReads,
    received: ['Acme Corp'],
    wanted: wanted('Initech – Enterprise Rollout'),
  }),
  sample('who reads the channel, before it is subscribed to an account', subscriptions.subscribeQuestion, {
    scope: 'account',
    label: 'Globex',
    readers: { ...acmeReads, organizations: [], strangers: true, guests: true },
    received: [],
    wanted: wanted('Globex'),
  }),
  sample('who may read the channel, before it is subscribed', subscriptions.subscribeQuestion, {
    scope: 'project',
    label: projectName,
    readers: { ...acmeReads, organizations: [], unknown: true },
    received: [],
    wanted: wanted(projectName),
  }),
  sample({ title: 'all projects, where outsiders read', cut: ['organizations'] }, subscriptions.allRefused, {
    readers: acmeReads,
  }),
  sample('subscribed after a confirmation', subscriptions.subscribedNow, {
    channel: 'C0ACME',
    scope: 'project',
    label: projectName,
    accountName: 'Acme Corp',
  }),
  sample({ title: 'muted', reports: true }, muted, {
    channel: 'C0ACME',
    by: 'U0DANA',
    untilDate: '2026-11-22T09:00:00.000Z',
  }),
  sample({ title: 'muted until unmuted', reports: true }, muted, { channel: 'C0ACME', by: 'U0DANA' }),
  sample('unmuted', unmuted, { by: 'U0DANA', leftOut: 12 }),
  sample('nothing to mute', muteUnchanged, { wanted: 'mute' }),
  sample('not your channel', notYourChannel, { channel: 'C0ACME' }),
  sample('a direct message', notAChannel, {}),
  sample('subscription gone', subscriptions.subscriptionGone, {}),
  sample('channel requested', channels.channelStored, { name: 'onb-acme-2' }),
  sample('channel ready', channels.channelReady, { ...made, projectName, troubles: [], unmatched: [] }),
  sample('channel ready, with troubles', channels.channelReady, {
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
  sample('channel name taken', channels.channelRefused, {
    projectUuid,
    name: 'onb-acme-2',
    code: 'name_taken',
  }),
  sample('channel refused', channels.channelRefused, {
    projectUuid,
    name: 'onb-acme-2',
    code: 'restricted_action',
  }),
  sample('channel exists already', channels.channelExists, made),
  sample('channel is being created', channels.channelUnderWay, { name: 'onb-acme-2' }),
  sample('customers invited', channels.customersInvited, {
    channel: 'C0NEW',
    sent: ['casey@acme.example'],
    unknown: ['robin@acme.example'],
    refused: [{ email: 'kim@acme.example', code: 'not_paid' }],
  }),
  sample('permissions for channels are lacking', permissionsLacking, {
    what: 'create',
    installUrl: 'https://bot.example/slack/install',
  }),
  sample('channel not archived', channels.archiveRefused, { code: 'restricted_action' }),
  sample({ title: 'field effect', prose: ['from', 'to'] }, fields.fieldEffect, {
    projectUuid: taskUuid,
    fieldUuid: taskUuid,
    projectName,
    fieldName: 'Region',
    from: 'EMEA',
    to: 'APAC',
  }),
  sample({ title: 'field written', prose: ['from', 'to'] }, fields.fieldWritten, {
    projectName,
    fieldName: 'Region',
    from: 'EMEA',
    to: 'APAC',
  }),
  sample('field unconfirmed', fields.fieldUnconfirmed, { projectName, fieldName: 'Region' }),
  sample({ title: 'field refused', cut: ['options'] }, fields.fieldRefused, {
    projectName,
    fieldName: 'Region',
    failures: ['Region must be one of EMEA, APAC.'],
    options: ['EMEA', 'APAC'],
  }),
  sample('field not writable', fields.fieldNotWritable, { projectName, fieldName: 'Region', url }),
  sample({ title: 'fields saved', prose: ['from', 'to'] }, fields.fieldsSaved, {
    changes: [{ fieldName: 'Region', from: 'EMEA', to: 'APAC' }],
  }),
  sample('fields not saved', fields.fieldsNotSaved, { failures: ['Region must be one of EMEA, APAC.'] }),
  sample('fields unconfirmed', fields.fieldsUnconfirmed, {}),
]
