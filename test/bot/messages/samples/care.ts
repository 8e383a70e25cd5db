import * as homeTab from '../../../../src/bot/features/home/messages/home.ts'
import * as people from '../../../../src/bot/features/home/messages/home-people.ts'
import * as digests from '../../../../src/bot/features/digests/messages/digests.ts'
import * as statuses from '../../../../src/bot/features/status/messages/status.ts'
import * as connect from '../../../../src/bot/features/connect/messages/connect.ts'
import { kinds } from '../../../../src/bot/sync/kinds/kinds.ts'
import { events, projectName, taskName, taskUrl, taskUuid, url } from './facts.ts'
import { marked, samplesOf, when } from './sample.ts'

const awaited = {
  total: 3,
  overdue: 1,
  named: [
    {
      uuid: taskUuid,
      name: taskName,
      url: taskUrl,
      projectName,
      since: 'Nov 18, 2026',
      overdue: true,
      words: { authorName: 'Casey Jones', text: 'Which format do you need?' },
      threadUrl: 'https://vendor.slack.com/archives/C0ACME/p1763700000000100',
    },
    {
      uuid: taskUuid,
      name: 'Upload logo',
      projectName,
      since: 'Nov 20, 2026',
      overdue: false,
      answered: true,
    },
  ],
}

/** What is said on the Home tab and in digests, and to those who look after the app and its tracker. */
export const samplesOfCare = [
  samplesOf(homeTab)({
    home: [
      marked({ reports: true, cut: ['text'] })({
        projects: [
          {
            uuid: taskUuid,
            name: projectName,
            accountName: 'Acme Corp',
            percentage: 34,
            overdue: true,
            dueDate: '2026-11-17',
            url,
          },
        ],
        total: 1,
        notAllSeen: true,
        work: {
          day: '2026-11-20',
          forTeam: awaited,
          overdue: { total: 1, named: [{ name: taskName, url, detail: '2 days' }] },
          assigned: { total: 0 },
          mentioned: { total: 0 },
          waiting: [{ account: 'Globex', tasks: 2, since: '2026-11-12' }],
          knowsAll: false,
        },
        reasons: ['the tracker can’t be reached'],
      }),
      when('before a tracker is connected', { notConnected: true, tracker: {}, reasons: [] }),
    ],
    homeWorkspace: marked({ isHome: true, reports: true, cut: ['as', 'problem', 'reasons'] })({
      channels: [
        {
          channel: 'C0ACME',
          isMember: true,
          subscriptions: [
            { scope: 'project', label: projectName, url, events, paused: { reason: 'is_archived' } },
          ],
        },
        { channel: 'C0ALL', subscriptions: [{ scope: 'account', label: 'Globex', events }] },
      ],
      mentions: true,
      yourDay: false,
      replyDue: { days: 1, canChange: true },
      people: {
        me: 'Dana Smith',
        team: {
          mapped: 2,
          unmapped: [{ uuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77', name: 'Sam Reed' }],
          corrected: [{ name: 'Lee Wong', as: 'Lee W.' }],
        },
      },
      tracker: {
        connected: { url, problem: 'the tracker can’t be reached', lastEventAt: '2026-11-21T09:00:00Z' },
      },
      reasons: ['the tracker can’t be reached'],
    }),
  }),
  samplesOf(people)({
    personLinked: { trackerName: 'Dana Smith', by: 'U0LEE' },
    homeForGuests: {},
    personDialog: { uuid: taskUuid, name: 'Casey Miller' },
    homeHelp: {
      entries: [
        {
          name: 'projects',
          summary: 'Lists projects.',
          usage: 'projects [text]',
          isFor: 'channels',
          examples: ['projects Acme'],
        },
      ],
    },
  }),
  samplesOf(digests)({
    yourDay: marked({ cut: ['text'] })({
      day: '2026-11-20',
      forTeam: awaited,
      overdue: { total: 3, named: [{ name: 'Security review', url: taskUrl, detail: '3 days' }] },
      assigned: {
        total: 9,
        named: [{ name: 'Go-live rehearsal', url: taskUrl, detail: 'due Nov 30, 2026' }],
      },
      mentioned: { total: 1, named: [{ name: taskName, url: taskUrl }] },
      waiting: [{ account: 'Acme Corp', tasks: 2, since: '2026-11-02' }],
      knowsAll: false,
    }),
    cardPinned: [
      { projectName },
      when('not, for lack of the scope', { projectName, notPinned: { scope: true } }),
      when('not, as Slack refused', { projectName, notPinned: { code: 'not_pinnable' } }),
    ],
    noAnswerNeeded: marked({ reports: true })({ taskName }),
    waitingTasks: [
      marked({ cut: ['text'] })({
        forTeam: awaited,
        total: 2,
        knowsAll: false,
        tasks: [
          { name: taskName, url: taskUrl, projectName, assigneeName: 'Casey Jones', sinceDay: '2026-11-18' },
          { name: 'Upload logo', projectName, sinceDay: '2026-11-20' },
        ],
      }),
      marked({ when: 'none', fixed: ['total'], reports: true })({ total: 0, tasks: [], knowsAll: true }),
    ],
  }),
  samplesOf(statuses)({
    status: [
      {
        lastEventAt: '2026-11-21T10:00:00Z',
        lagMs: 420,
        waiting: { events: 2, messages: 3, comments: 1, oldestMs: 700 },
        failures: [
          {
            what: 'message',
            cause: 'chat.postMessage: is_archived',
            count: 2,
            latestAt: '2026-11-21T09:00:00Z',
          },
        ],
        paused: 1,
        reasons: ['the tracker isn’t responding'],
        usage: { used: 1_234, quota: 100_000 },
      },
      marked({ when: 'while the quota is used up', reports: true })({
        waiting: { events: 0, messages: 0, comments: 3, oldestMs: 600_000 },
        failures: [],
        paused: 0,
        reasons: [],
        stopped: { since: '2026-11-21T09:00:00Z', turns: 'December 1', canResume: true },
      }),
      when('of a muted channel', {
        waiting: { events: 2, messages: 3, comments: 1, oldestMs: 700 },
        failures: [
          { what: 'event', cause: 'the tracker is away', count: 2, latestAt: '2026-11-21T09:00:00Z' },
        ],
        paused: 1,
        reasons: ['the tracker isn’t responding'],
        mute: { untilDate: '2026-11-22T09:00:00.000Z' },
        leftOut: [{ reason: 'left out: the channel was muted', count: 3 }],
      }),
    ],
    why: [
      {
        eventName: 'comment_new',
        receivedAt: '2026-11-21T10:00:00Z',
        postedAt: '2026-11-21T10:00:01Z',
        verified: kinds.comment.why.verified,
        subscriptions: [projectName],
        change: { eventName: 'comment_updated', at: '2026-11-21T11:00:00Z' },
      },
      when('of a digest', {
        postedAt: '2026-11-20T08:00:00.000Z',
        ...kinds.digest.why,
        subscriptions: [],
      }),
      when('with what was left out', {
        eventName: 'task_created',
        verified: kinds.task_card.why.verified,
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
    ],
    failuresSettled: { done: 'retried', count: 2, unconfirmed: 1 },
  }),
  samplesOf(connect)({
    tryingTracker: {},
    trackerConnected: { url, projects: 12 },
    connectDialog: [{}, when('replace the key', { connectedUrl: 'https://tracker.example.com' })],
  }),
]
