import { adminsOnly } from '../../../../src/bot/audience/messages/not-here.ts'
import { doctor, doctorRunning } from '../../../../src/bot/features/status/messages/doctor.ts'
import * as tryAgain from '../../../../src/bot/answers/messages/try-again.ts'
import { status, why } from '../../../../src/bot/features/status/messages/status.ts'
import { projectMade } from '../../../../src/bot/features/projects/messages/project-made.ts'
import { homeForGuests, personLinked } from '../../../../src/bot/features/home/messages/home-people.ts'
import * as reply from '../../../../src/bot/sync/messages/reply.ts'
import { projectName, taskUuid, url, milestones, taskName, taskUrl } from './facts.ts'
import { type Sample, sample } from './sample.ts'
import type { EventName } from '../../../../src/contract/event.ts'
import { homeWorkspace, home } from '../../../../src/bot/features/home/messages/home.ts'
import { trackerConnected, tryingTracker } from '../../../../src/bot/features/connect/messages/connect.ts'
import { digest } from '../../../../src/bot/sync/messages/digest.ts'
import { cardPinned, waitingTasks, yourDay } from '../../../../src/bot/features/digests/messages/digests.ts'
import { settingsSaved } from '../../../../src/bot/audience/messages/settings-words.ts'

const events: EventName[] = ['comment_new', 'task_completed']
const sinceAt = '2026-11-20T08:00:00.000Z'
const project = {
  uuid: '3f0c8a52-0000-4000-8000-000000000001',
  name: projectName,
  url,
  percentage: 45,
  overdue: true,
  done: {
    total: 5,
    named: [{ name: taskName, url: taskUrl }, { name: 'Data import' }, { name: 'Contract' }],
  },
  late: { total: 1, named: [{ name: 'Security review', url: taskUrl, detail: '3 days' }] },
  waiting: { total: 1, named: [{ name: 'Upload logo', url: taskUrl, detail: 'since Nov 18, 2026' }] },
  comments: { total: 7, named: [{ name: taskName, url: taskUrl, detail: '6', standsFor: 6 }] },
  next: { name: 'Go-live rehearsal', url: taskUrl, detail: 'due Nov 30, 2026' },
}

/** What is said to those who look after the app and its tracker, on the Home tab, and in digests. */
export const samplesOfCare: readonly Sample[] = [
  sample('doctor', doctor, {
    findings: [
      { topic: 'Slack token', state: 'good', found: 'accepted by Vendor as onboarding' },
      {
        topic: 'Slack scopes',
        state: 'bad',
        found: 'users:read is not granted; lost: people’s names',
        remedy: 'add it as in manifest.yml (OAuth & Permissions), then install the app again',
      },
      {
        topic: 'PUBLIC_URL',
        state: 'look',
        found: 'https://bot.example cannot be reached from this machine',
        remedy: 'look at the proxy or tunnel in front',
      },
    ],
  }),
  sample('doctor running', doctorRunning, {}),
  sample('admins only', adminsOnly, { action: 'run the doctor' }),
  sample('quota paused', tryAgain.quotaPaused, { turns: 'December 1' }),
  sample('quota resumed', tryAgain.quotaResumed, {}),
  sample({ title: 'status while the quota is used up', reports: true }, status, {
    waiting: { events: 0, messages: 0, comments: 3, oldestMs: 600_000 },
    failures: [],
    paused: 0,
    reasons: [],
    stopped: { since: '2026-11-21T09:00:00Z', turns: 'December 1', canResume: true },
  }),
  sample({ title: 'reply edited in the tracker', prose: ['text'] }, reply.replyChanged, {
    what: 'edited',
    uuid: taskUuid,
    authorName: 'Dana Smith',
    text: 'We start on Tuesday.',
  }),
  sample('reply deleted in the tracker', reply.replyChanged, {
    what: 'deleted',
    uuid: taskUuid,
    authorName: 'Dana Smith',
  }),
  sample('person linked', personLinked, { trackerName: 'Dana Smith', by: 'U0LEE' }),
  sample('thread not known', reply.threadNotKnown, {}),
  sample('a reply without words', reply.nothingToRead, {}),
  sample('project made, its channel not subscribed', projectMade, { projectName, url, refused: 'C0ACME' }),
  sample('Home tab of a guest', homeForGuests, {}),
  sample({ title: 'the rest of a reply not shared', prose: ['text'] }, reply.restNotShared, {
    text: 'And the kick-off is on Monday.',
  }),
  sample('installed, to an admin', tryAgain.appInstalled, { mayConnect: true }),
  sample('no tracker yet, to others', tryAgain.noTrackerYet, { mayConnect: false }),
  sample('trying a tracker', tryingTracker, {}),
  sample('tracker connected', trackerConnected, { url, projects: 12 }),
  sample('home before a tracker is connected', home, { notConnected: true, tracker: {}, reasons: [] }),
  sample(
    { title: 'channels and connection, on the Home tab', reports: true, cut: ['as', 'problem', 'reasons'] },
    homeWorkspace,
    {
      channels: [
        {
          channel: 'C0ACME',
          mine: true,
          subscriptions: [
            { scope: 'project', label: projectName, url, events, paused: { reason: 'is_archived' } },
          ],
        },
        { channel: 'C0ALL', subscriptions: [{ scope: 'account', label: 'Globex', events }] },
      ],
      mentions: true,
      yourDay: false,
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
    },
  ),
  sample('digest', digest, {
    every: 'daily',
    sinceAt,
    total: 9,
    projects: [
      { ...project, waiting: { total: 4 } },
      {
        uuid: '3f0c8a52-0000-4000-8000-000000000002',
        name: 'Globex – Enterprise Rollout',
        completedDate: '2026-11-20',
        done: { total: 1 },
        late: { total: 2 },
        waiting: { total: 1 },
        comments: { total: 1 },
      },
    ],
  }),
  sample('your day', yourDay, {
    day: '2026-11-20',
    overdue: { total: 3, named: [{ name: 'Security review', url: taskUrl, detail: '3 days' }] },
    assigned: { total: 9, named: [{ name: 'Go-live rehearsal', url: taskUrl, detail: 'due Nov 30, 2026' }] },
    mentioned: { total: 1, named: [{ name: taskName, url: taskUrl }] },
    waiting: [{ account: 'Acme Corp', tasks: 2, since: '2026-11-02' }],
  }),
  sample('a reply under a digest', reply.digestReply, {}),
  sample('why a digest was posted', why, {
    bySettings: true,
    postedAt: '2026-11-20T08:00:00.000Z',
    verified: 'the app read each project and task in it from the tracker when it was written.',
    subscriptions: [],
  }),
  sample('a card was pinned', cardPinned, { projectName }),
  sample('a card was not pinned: the scope is missing', cardPinned, {
    projectName,
    notPinned: { scope: true },
  }),
  sample('a card was not pinned by Slack', cardPinned, { projectName, notPinned: { code: 'not_pinnable' } }),
  sample('tasks that wait on customers', waitingTasks, {
    total: 2,
    tasks: [
      { name: taskName, url: taskUrl, projectName, assigneeName: 'Casey Jones', sinceDay: '2026-11-18' },
      { name: 'Upload logo', projectName, sinceDay: '2026-11-20' },
    ],
  }),
  sample('no task waits on customers', waitingTasks, { total: 0, tasks: [] }),
  sample('settings saved, with digests', settingsSaved, {
    by: 'U0DANA',
    ...milestones,
    preset: 'digest',
    digest: { every: 'weekly', day: 1, at: '18:00', timeZone: 'Europe/Berlin' },
  }),
]
