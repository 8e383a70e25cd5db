import { unusedFiles } from '../../../../src/bot/answers/messages/answers.ts'
import { adminsOnly } from '../../../../src/bot/audience/messages/not-here.ts'
import { doctor, doctorRunning } from '../../../../src/bot/features/status/messages/doctor.ts'
import { quotaPaused, quotaResumed } from '../../../../src/bot/answers/messages/try-again.ts'
import { status } from '../../../../src/bot/features/status/messages/status.ts'
import { projectMade } from '../../../../src/bot/features/projects/messages/project-made.ts'
import { homeForGuests, personLinked } from '../../../../src/bot/features/home/messages/home-people.ts'
import {
  replyChanged,
  nothingToRead,
  restNotShared,
  threadNotKnown,
} from '../../../../src/bot/sync/messages/reply.ts'
import { projectName, taskUuid, url } from './facts.ts'
import { type Sample, sample } from './sample.ts'

/** What is said to those who look after the app, and to people about their own words. */
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
  sample('quota paused, to an admin', quotaPaused, { turns: 'December 1', canResume: true }),
  sample('quota paused, to others', quotaPaused, { turns: 'December 1', canResume: false }),
  sample('quota resumed', quotaResumed, {}),
  sample({ title: 'status while the quota is used up', reports: true }, status, {
    waiting: { events: 0, messages: 0, comments: 3, oldestMs: 600_000 },
    failures: [],
    paused: 0,
    reasons: [],
    stopped: { since: '2026-11-21T09:00:00Z', turns: 'December 1', canResume: true },
  }),
  sample({ title: 'reply edited in the tracker', prose: ['text'] }, replyChanged, {
    what: 'edited',
    uuid: taskUuid,
    authorName: 'Dana Smith',
    text: 'We start on Tuesday.',
  }),
  sample('reply deleted in the tracker', replyChanged, {
    what: 'deleted',
    uuid: taskUuid,
    authorName: 'Dana Smith',
  }),
  sample('person linked', personLinked, { trackerName: 'Dana Smith', by: 'U0LEE' }),
  sample('thread not known', threadNotKnown, {}),
  sample('a reply without words', nothingToRead, {}),
  sample('a file beside a command', unusedFiles, {}),
  sample('project made, its channel not subscribed', projectMade, { projectName, url, refused: 'C0ACME' }),
  sample('Home tab of a guest', homeForGuests, {}),
  sample({ title: 'the rest of a reply not shared', prose: ['text'] }, restNotShared, {
    text: 'And the kick-off is on Monday.',
  }),
]
