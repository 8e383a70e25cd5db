import {
  internalNotHere,
  notReceived,
  threadOfOther,
  whichThread,
} from '../../../src/bot/messages/threads/not-synced.ts'
import { threadSynced } from '../../../src/bot/messages/threads/thread-synced.ts'
import { projectName, taskName, taskUrl } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const synced = { by: 'U0DANA', taskName, taskUrl, accountName: 'Acme Corp' }

/** A thread that people began, and that becomes a task's. */
export const samplesOfSyncedThreads: readonly Sample[] = [
  sample('thread synced with a task', threadSynced, { ...synced, readers: 'customers' as const }),
  sample('thread synced with an internal task', threadSynced, { ...synced, readers: 'team' as const }),
  sample('thread synced where replies stay in Slack', threadSynced, {
    by: 'U0DANA',
    taskName,
    taskUrl,
    readers: 'unknown' as const,
    oneWay: true,
  }),
  sample('sync: which thread', whichThread, {}),
  sample('sync: not subscribed', notReceived, {
    taskName,
    projectName,
    projectUuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
  }),
  sample('sync: internal task', internalNotHere, { taskName }),
  sample('sync: the thread of another task', threadOfOther, { taskName }),
]
