import * as settings from '../../../../src/bot/features/channels/messages/settings-dialog.ts'
import * as subscriptions from '../../../../src/bot/features/channels/messages/subscription-list.ts'
import * as channelDialogs from '../../../../src/bot/features/project-channels/messages/channel-dialog.ts'
import * as madeChannel from '../../../../src/bot/features/project-channels/messages/made-channel.ts'
import {
  acmeSubscription,
  customSettings,
  events,
  milestones,
  project,
  projectName,
  taskUuid,
  url,
} from './facts.ts'
import { built, marked, samplesOf, when } from './sample.ts'

const ofChannel = {
  channel: 'C0ACME',
  channelName: 'acme-onboarding',
  shared: true,
  timeZone: 'Europe/Berlin',
}
const { uuid: projectUuid } = project
const made = { projectUuid, channel: 'C0NEW' }
const subscriptionPage = {
  channel: 'C0ACME',
  mixed: true,
  settings: milestones,
  total: 21,
  offset: 0,
  subscriptions: [
    {
      scope: 'project' as const,
      label: projectName,
      url,
      target: projectName,
      events,
      createdBy: 'U0DANA',
      createdAt: '2026-11-01T10:00:00Z',
      paused: { reason: 'is_archived' },
    },
  ],
}

/** A channel’s subscriptions and settings, and the channel that the app makes for a project. */
export const samplesOfChannels = [
  samplesOf(settings)({
    channelWelcome: {},
    subscribeDialog: { channel: 'C0ACME', channelName: 'acme-onboarding', preset: 'custom' },
    settingsDialog: [
      { ...ofChannel, ...milestones, mixed: false },
      when('custom', { ...ofChannel, ...customSettings, mixed: true }),
      when('a daily digest', {
        ...ofChannel,
        ...milestones,
        preset: 'digest',
        digest: { every: 'daily', day: 1, at: '09:00', timeZone: 'Europe/Berlin' },
        mixed: false,
      }),
    ],
  }),
  samplesOf(subscriptions)({
    subscriptionList: [
      subscriptionPage,
      when('of a muted channel', {
        channel: 'C0ACME',
        total: 1,
        offset: 0,
        mute: { untilDate: '2026-11-22T09:00:00.000Z' },
        mixed: false,
        settings: customSettings,
        subscriptions: [acmeSubscription],
      }),
    ],
    subscriptionsDialog: built(
      (page: typeof subscriptionPage) =>
        subscriptions.subscriptionsDialog('C0ACME', subscriptions.subscriptionList(page)),
      subscriptionPage,
    ),
  }),
  samplesOf(channelDialogs)({
    permissionsLacking: { what: 'create', installUrl: 'https://bot.example/slack/install' },
    channelDialog: {
      projectUuid: taskUuid,
      projectName,
      channel: 'C0ACME',
      proposal: 'onb-acme-2',
      may: { public: true, private: true },
      members: ['U0DANA', 'U0LEE'],
      unmatched: ['Sam Park'],
    },
    channelLoading: {},
    inviteDialog: { projectUuid: taskUuid, channel: 'C0ACME', emails: ['casey@acme.example'] },
    invitePreview: marked({ fixed: ['emails'] })({
      projectUuid: taskUuid,
      channel: 'C0ACME',
      emails: ['casey@acme.example', 'robin@acme.example'],
    }),
  }),
  samplesOf(madeChannel)({
    channelStored: { name: 'onb-acme-2' },
    channelReady: [
      { ...made, projectName, troubles: [], unmatched: [] },
      when('with troubles', {
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
    ],
    channelRefused: [
      { projectUuid, name: 'onb-acme-2', code: 'restricted_action' },
      when('name taken', { projectUuid, name: 'onb-acme-2', code: 'name_taken' }),
    ],
    channelExists: made,
    channelUnderWay: { name: 'onb-acme-2' },
    customersInvited: {
      channel: 'C0NEW',
      sent: ['casey@acme.example'],
      unknown: ['robin@acme.example'],
      refused: [{ email: 'kim@acme.example', code: 'not_paid' }],
    },
    archiveRefused: { code: 'restricted_action' },
  }),
]
