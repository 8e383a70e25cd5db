import { digest } from '../../../../src/bot/sync/messages/digest.ts'
import {
  digestEmpty,
  digestProject,
  cardPinned,
  waitingTasks,
  yourDay,
} from '../../../../src/bot/features/digests/messages/digests.ts'
import { digestReply } from '../../../../src/bot/sync/messages/reply.ts'
import { settingsSaved } from '../../../../src/bot/audience/messages/settings-words.ts'
import { why } from '../../../../src/bot/features/status/messages/status.ts'
import { milestones, projectName, taskName, taskUrl, url } from './facts.ts'
import { type Sample, sample } from './sample.ts'

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

/** Digests and what is said about them. */
export const samplesOfDigests: readonly Sample[] = [
  sample('digest', digest, {
    every: 'daily',
    preview: true,
    sinceAt,
    total: 9,
    offset: 0,
    projects: [
      { ...project, waiting: { total: 4 }, comments: { total: 7 } },
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
  sample('more of a digest’s project', digestProject, { sinceAt, project }),
  sample({ title: 'a digest that has nothing to report', reports: true }, digestEmpty, { sinceAt }),
  sample('your day', yourDay, {
    day: '2026-11-20',
    overdue: { total: 3, named: [{ name: 'Security review', url: taskUrl, detail: '3 days' }] },
    assigned: { total: 9, named: [{ name: 'Go-live rehearsal', url: taskUrl, detail: 'due Nov 30, 2026' }] },
    mentioned: { total: 1, named: [{ name: taskName, url: taskUrl }] },
    waiting: [{ account: 'Acme Corp', tasks: 2, since: '2026-11-02' }],
  }),
  sample('a reply under a digest', digestReply, {}),
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
