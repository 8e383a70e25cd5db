import * as answering from '../../../../src/bot/answers/messages/answers.ts'
import * as tryAgain from '../../../../src/bot/answers/messages/try-again.ts'
import * as notHere from '../../../../src/bot/audience/messages/not-here.ts'
import * as paused from '../../../../src/bot/audience/messages/paused.ts'
import * as settings from '../../../../src/bot/audience/messages/settings-words.ts'
import * as subscribed from '../../../../src/bot/audience/messages/subscribed.ts'
import {
  acmeReads,
  customSettings,
  events,
  milestones,
  projectName,
  taskName,
  taskUrl,
  taskUuid,
  url,
} from './facts.ts'
import { marked, samplesOf, when } from './sample.ts'

const target = { scope: 'project' as const, label: projectName, url }
const wanted = (target: string) => ({
  channel: 'C0ACME',
  scope: 'project' as const,
  target,
  readers: 'T0GLOBEX',
})

/** What commands, dialogs and replies are answered with. */
export const samplesOfAnswers = [
  samplesOf(answering)({
    notOurs: {},
    shortHelp: { may: true },
    noTaskSeen: [{ knowsAll: true }, when('of those that events told of', { knowsAll: false })],
    help: {
      entries: [
        {
          name: 'projects',
          summary: 'Lists projects.',
          usage: 'projects [text]',
          isFor: 'channels',
          examples: ['projects Acme'],
        },
        {
          name: 'task',
          summary: 'Shows a task.',
          usage: 'task <text>',
          isFor: 'admins',
          examples: ['task kick-off'],
        },
      ],
    },
    notFound: { what: 'project', query: 'Initrode' },
    accountUnknown: [
      marked({ cut: ['nearest'] })({
        query: 'Acme Crop',
        nearest: ['Acme Corp', 'Acme Labs'],
        sawCustomers: true,
      }),
      when('unlike any', { query: 'Nope', nearest: [], sawCustomers: true }),
      when('without a list of customers', { query: 'Nope', nearest: [], sawCustomers: false }),
    ],
    notACommand: marked({ prose: ['text'] })({ text: 'Yes, Tuesday is fine' }),
    unknownSubcommand: { word: 'subscrib', nearest: 'subscribe' },
    withShare: 'helper',
    shared: 'helper',
    badArguments: { problem: 'Which task?', usage: 'task <URL | uuid | text>', example: 'task kick-off' },
  }),
  samplesOf(tryAgain)({
    dailyBytesSpent: {},
    quotaPaused: { turns: 'December 1' },
    quotaResumed: {},
    appInstalled: { mayConnect: true },
    noTrackerYet: { mayConnect: false },
    trackerUnreachable: { reference: 'a1b2', requestId: 'req-81', run: 'projects' },
    trackerSlow: {},
    trackerUnauthorized: { reference: 'a1b2', onHome: false },
    quotaReached: { reference: 'a1b2' },
    rateLimited: { run: 'projects' },
    dialogLate: { run: 'create' },
    pressForDialog: { run: 'create' },
    staleButton: {},
    unexpected: { reference: 'a1b2' },
    dialogStale: {},
    slackSlow: {},
  }),
  samplesOf(notHere)({
    adminsOnly: { action: 'run the doctor' },
    notInChannel: {},
    internalTaskInSharedChannel: {},
    notForSharedChannel: {},
    notAllowed: {},
    guestsMayNot: {},
    notKnownWho: {},
    notYourChannel: { channel: 'C0ACME' },
    notAChannel: {},
  }),
  samplesOf(paused)({
    messageRefused: { channel: 'C0ACME', code: 'invalid_arguments' },
    subscriptionPaused: { channel: 'C0ACME', labels: [projectName, 'Globex'], reason: 'not_in_channel' },
    muted: [
      marked({ reports: true })({ channel: 'C0ACME', by: 'U0DANA', untilDate: '2026-11-22T09:00:00.000Z' }),
      marked({ when: 'until unmuted', reports: true })({ channel: 'C0ACME', by: 'U0DANA' }),
    ],
    unmuted: {
      by: 'U0DANA',
      leftOut: { total: 3, items: [{ uuid: taskUuid, name: taskName, url: taskUrl, messages: 2 }] },
    },
    wasLeftOut: marked({ reports: true })({
      of: 'mute',
      leftOut: { total: 3, items: [{ uuid: taskUuid, name: taskName, url: taskUrl, messages: 2 }] },
    }),
    muteUnchanged: { wanted: 'mute' },
  }),
  samplesOf(settings)({
    settingsSaved: [
      { by: 'U0DANA', ...milestones },
      when('with digests', {
        by: 'U0DANA',
        ...milestones,
        preset: 'digest',
        digest: { every: 'weekly', day: 1, at: '18:00', timeZone: 'Europe/Berlin' },
      }),
      when('by hand', { by: 'U0DANA', ...customSettings }),
    ],
  }),
  samplesOf(subscribed)({
    subscribed: [
      { ...target, by: 'U0DANA', settings: milestones, ownEvents: false, changed: false },
      when('changed', {
        ...target,
        by: 'U0DANA',
        settings: { ...milestones, events },
        ownEvents: true,
        changed: true,
      }),
      when('resumed', {
        scope: 'project',
        label: projectName,
        by: 'U0DANA',
        settings: milestones,
        ownEvents: false,
        resumed: true,
      }),
    ],
    unsubscribed: {
      ...target,
      by: 'U0DANA',
      stillBy: { scope: 'account', label: 'Acme Corp' },
    },
    nothingSubscribed: { target: projectName },
    alreadySubscribed: { scope: 'project', label: projectName, settings: milestones, ownEvents: false },
    unsubscribedAll: {
      by: 'U0DANA',
      ended: [
        { scope: 'project', label: projectName },
        { scope: 'account', label: 'Acme Corp' },
      ],
      replies: 'two-way',
    },
    subscribeQuestion: [
      {
        scope: 'project',
        label: 'Initech – Enterprise Rollout',
        accountName: 'Globex',
        readers: acmeReads,
        received: ['Acme Corp'],
        wanted: wanted('Initech – Enterprise Rollout'),
      },
      when('to an account', {
        scope: 'account',
        label: 'Globex',
        readers: { ...acmeReads, organizations: [], strangers: true, guests: true },
        received: [],
        wanted: wanted('Globex'),
      }),
      when('who may read is unknown', {
        scope: 'project',
        label: projectName,
        readers: { ...acmeReads, organizations: [], unknown: true },
        received: [],
        wanted: wanted(projectName),
      }),
    ],
    allRefused: marked({ cut: ['organizations'] })({ readers: acmeReads }),
    subscribedNow: {
      channel: 'C0ACME',
      scope: 'project',
      label: projectName,
      accountName: 'Acme Corp',
      already: true,
    },
    subscriptionGone: {},
  }),
]
