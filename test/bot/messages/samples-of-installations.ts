import { home } from '../../../src/bot/features/home/messages/home.ts'
import { trackerConnected, tryingTracker } from '../../../src/bot/features/connect/messages/connect-dialog.ts'
import { appInstalled, noTrackerYet } from '../../../src/bot/answers/messages/not-connected.ts'
import { type Sample, sample } from './sample.ts'

const url = 'https://tracker.example.com'

/** After the install, until a tracker is connected. */
export const samplesOfInstallations: readonly Sample[] = [
  sample('installed, to an admin', appInstalled, { mayConnect: true }),
  sample('no tracker yet, to others', noTrackerYet, { mayConnect: false }),
  sample('trying a tracker', tryingTracker, {}),
  sample('tracker connected', trackerConnected, {
    url,
    projects: 12,
    lastEventAt: '2026-11-21T09:00:00Z',
  }),
  sample('home before a tracker is connected', home, {
    channels: [],
    mentions: true,
    mine: true,
    notConnected: true,
    tracker: {},
    reasons: ['no tracker is connected yet'],
  }),
]
