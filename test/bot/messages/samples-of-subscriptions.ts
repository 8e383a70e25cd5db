import { accountLost } from '../../../src/bot/messages/account-lost.ts'
import { filtersSaved } from '../../../src/bot/messages/filters-saved.ts'
import { muteUnchanged } from '../../../src/bot/messages/mute-unchanged.ts'
import { muted } from '../../../src/bot/messages/muted.ts'
import { notYourChannel } from '../../../src/bot/messages/not-your-channel.ts'
import { subscribed } from '../../../src/bot/messages/subscribed.ts'
import { subscriptionGone } from '../../../src/bot/messages/subscription-gone.ts'
import { subscriptionList } from '../../../src/bot/messages/subscription-list.ts'
import { unmuted } from '../../../src/bot/messages/unmuted.ts'
import { projectName } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const uuid = '44444444-4444-4444-8444-444444444444'
const people = [{ uuid, name: 'Robin Hill' }]

/** What channels receive: lists, filters and mutes. */
export const samplesOfSubscriptions: readonly Sample[] = [
  sample('subscription list of a muted channel', subscriptionList, {
    channel: 'C0ACME',
    total: 1,
    offset: 0,
    mute: { untilDate: '2026-11-22T09:00:00.000Z' },
    filters: ['only these events: comments', 'never tasks of these modules: Handover'],
    subscriptions: [
      {
        scope: 'account',
        target: 'Acme Corp',
        label: 'Acme Corp',
        events: ['comment_new'],
        by: 'U0DANA',
        createdAt: '2026-11-01T10:00:00Z',
        isLost: true,
      },
    ],
  }),
  sample('subscription resumed', subscribed, {
    scope: 'project',
    label: projectName,
    by: 'U0DANA',
    events: ['comment_new'],
    resumed: true,
  }),
  sample('filters saved', filtersSaved, {
    by: 'U0DANA',
    include: { events: ['comment_new'], modules: ['Kickoff'], assignees: ['Casey Jones'], people },
    tasks: 'visible',
    exclude: { events: ['task_updated'], modules: ['Handover'], assignees: ['Lee Wong'], people },
  }),
  sample('muted', muted, { channel: 'C0ACME', by: 'U0DANA', untilDate: '2026-11-22T09:00:00.000Z' }),
  sample('muted until turned on', muted, { channel: 'C0ACME', by: 'U0DANA' }),
  sample('unmuted', unmuted, { by: 'U0DANA', leftOut: 12 }),
  sample('nothing to mute', muteUnchanged, { wanted: 'mute' }),
  sample('not your channel', notYourChannel, { channel: 'C0ACME' }),
  sample('subscription gone', subscriptionGone, {}),
  sample('account lost', accountLost, { channel: 'C0ACME', label: 'Acme Corp' }),
]
