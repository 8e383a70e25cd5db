import { digest } from '../../../src/bot/messages/digest.ts'
import { digestEmpty } from '../../../src/bot/messages/digest-empty.ts'
import { digestPosted } from '../../../src/bot/messages/digest-posted.ts'
import { digestProject } from '../../../src/bot/messages/digest-project.ts'
import { digestReply } from '../../../src/bot/messages/digest-reply.ts'
import { quietDigest } from '../../../src/bot/messages/quiet-digest.ts'
import { settingsSaved } from '../../../src/bot/messages/settings-saved.ts'
import { projectName, taskName, taskUrl, url } from './facts.ts'
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
  comments: { total: 7, named: [{ name: taskName, url: taskUrl, detail: '6' }] },
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
      project,
      {
        uuid: '3f0c8a52-0000-4000-8000-000000000002',
        name: 'Globex – Enterprise Rollout',
        completedDate: '2026-11-20',
        done: { total: 1, named: [{ name: 'Sign-off' }] },
        late: { total: 2, named: [{ name: 'Handover' }] },
        waiting: { total: 1, named: [{ name: 'Survey' }] },
        comments: { total: 1, named: [{ name: 'Sign-off' }] },
      },
    ],
  }),
  sample('more of a digest’s project', digestProject, { sinceAt, project }),
  sample('a digest that has nothing to tell', digestEmpty, { sinceAt }),
  sample('a digest posted by hand', digestPosted, {}),
  sample('a digest posted by hand twice', digestPosted, { again: true }),
  sample('a reply under a digest', digestReply, {}),
  sample('what waited for the end of quiet hours', quietDigest, {
    from: '22:00',
    to: '07:00',
    timeZone: 'Europe/Berlin',
    comments: 5,
    tasks: 2,
    subtasks: 31,
    completedProjects: 1,
    others: 3,
    collapsed: 33,
    about: [
      { subject: taskName, url: taskUrl, messages: 4 },
      { subject: projectName, messages: 2 },
    ],
  }),
  sample('settings saved, with digests', settingsSaved, {
    by: 'U0DANA',
    layout: 'digest',
    replies: 'two-way',
    detail: 'full',
    alsoShown: ['Comments'],
    digest: { every: 'weekly', day: 1, at: '18:00', timeZone: 'Europe/Berlin' },
  }),
]
