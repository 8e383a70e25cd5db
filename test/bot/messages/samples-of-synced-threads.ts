import {
  historyHidden,
  internalNotHere,
  notReceived,
  threadOfOther,
  whichThread,
} from '../../../src/bot/messages/threads/not-synced.ts'
import { syncedByCommand, threadSynced } from '../../../src/bot/messages/threads/thread-synced.ts'
import {
  commentOffer,
  offerGone,
  offerSettled,
  offerTaken,
} from '../../../src/bot/messages/threads/comment-offer.ts'
import { takeOverLine } from '../../../src/bot/messages/threads/take-over-line.ts'
import { projectName, taskName, taskUrl } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const key = '1763600000.000100@8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11@1763700000000'
const synced = { key, by: 'U0DANA', taskName, taskUrl, accountName: 'Acme Corp' }

/** A thread that people began, and that becomes a task's. */
export const samplesOfSyncedThreads: readonly Sample[] = [
  sample('thread synced with a task', threadSynced, { ...synced, readers: 'customers' as const }),
  sample('thread synced with an internal task', threadSynced, {
    key,
    by: 'U0DANA',
    taskName,
    taskUrl,
    readers: 'team' as const,
  }),
  sample('thread synced where replies stay in Slack', threadSynced, {
    key,
    by: 'U0DANA',
    taskName,
    taskUrl,
    readers: 'unknown' as const,
    oneWay: true,
  }),
  sample('thread synced no longer', threadSynced, {
    key,
    by: 'U0DANA',
    endedBy: 'U0LEE',
    taskName,
    taskUrl,
    readers: 'customers' as const,
  }),
  sample('thread synced by command', syncedByCommand, {
    taskName,
    taskUrl,
    threadTs: '1763600000.000100',
    readers: 'customers' as const,
  }),
  sample('importing earlier messages', takeOverLine, {
    id: 7,
    taskName,
    state: 'sending' as const,
    total: 200,
    done: 57,
    failed: 0,
  }),
  sample('earlier messages were imported', takeOverLine, {
    id: 7,
    taskName,
    state: 'done' as const,
    total: 200,
    done: 197,
    failed: 3,
  }),
  sample('importing was stopped', takeOverLine, {
    id: 7,
    taskName,
    state: 'stopped' as const,
    total: 200,
    done: 58,
    failed: 0,
  }),
  sample('importing: may not read', historyHidden, { scope: true }),
  sample('importing: hidden', historyHidden, { scope: false }),
  sample('offer of a comment', commentOffer, {
    ts: '1763600000.000100',
    authorName: 'Casey Miller',
    text: 'Can we move the call to Tuesday?',
    tasks: [
      { uuid: '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11', name: taskName },
      { uuid: '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d12', name: 'Data import' },
      { uuid: '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d13', name: 'Hand-over' },
    ],
  }),
  sample('offer that was accepted', offerTaken, { taskName, taskUrl, readers: 'customers' as const }),
  sample('offer that somebody accepted', offerSettled, { isComment: true, by: 'U0LEE', taskName }),
  sample('offer that somebody declined', offerSettled, { isComment: false, by: 'U0LEE' }),
  sample('offer whose message is gone', offerGone, {}),
  sample('sync: which thread', whichThread, {}),
  sample('sync: not subscribed', notReceived, {
    taskName,
    projectName,
    projectUuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
  }),
  sample('sync: internal task', internalNotHere, { taskName }),
  sample('sync: the thread of another task', threadOfOther, { taskName }),
]
