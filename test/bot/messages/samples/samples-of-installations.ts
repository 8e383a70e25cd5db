import type { EventName } from '../../../../src/contract/event.ts'
import { projectName } from './facts.ts'
import { homeWorkspace, home } from '../../../../src/bot/features/home/messages/home.ts'
import { trackerConnected, tryingTracker } from '../../../../src/bot/features/connect/messages/connect.ts'
import { appInstalled, noTrackerYet } from '../../../../src/bot/answers/messages/try-again.ts'
import { type Sample, sample } from './sample.ts'

const events: EventName[] = ['comment_new', 'task_completed']
const url = 'https://tracker.example.com'

/** After the install, until a tracker is connected. */
export const samplesOfInstallations: readonly Sample[] = [
  sample('installed, to an admin', appInstalled, { mayConnect: true }),
  sample('no tracker yet, to others', noTrackerYet, { mayConnect: false }),
  sample('trying a tracker', tryingTracker, {}),
  sample('tracker connected', trackerConnected, { url, projects: 12, lastEventAt: '2026-11-21T09:00:00Z' }),
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
        me: { uuid: '1f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77', name: 'Dana Smith' },
        team: {
          mapped: 2,
          unmapped: [{ uuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77', name: 'Sam Reed' }],
          corrected: [{ uuid: '2f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77', name: 'Lee Wong', as: 'Lee W.' }],
        },
      },
      tracker: {
        connected: {
          url: 'https://tracker.example.com',
          since: '2026-11-20T09:00:00Z',
          by: 'U0DANA',
          problem: 'the tracker can’t be reached',
          lastEventAt: '2026-11-21T09:00:00Z',
        },
      },
      reasons: ['the tracker can’t be reached'],
    },
  ),
]
