import { notShownHere, threadLocked, threadSynced } from '../../../../src/bot/sync/messages/task.ts'
import {
  internalNotHere,
  notReceived,
  threadOfOther,
  whichThread,
  syncedForYou,
} from '../../../../src/bot/sync/messages/task-dialogs.ts'
import { projectName, taskName, taskUrl } from './facts.ts'
import { type Sample, sample } from './sample.ts'

const key = '1763600000.000100@8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11@1763700000000'
const synced = { key, by: 'U0DANA', taskName, taskUrl }

/** A thread that people began, and that becomes a task's. */
export const samplesOfSyncedThreads: readonly Sample[] = [
  sample('thread synced with a task', threadSynced, {
    ...synced,
    accountName: 'Acme Corp',
    readers: 'customers',
  }),
  sample('thread synced with an internal task', threadSynced, { ...synced, readers: 'team' }),
  sample('thread synced where replies stay in Slack', threadSynced, {
    ...synced,
    readers: 'unknown',
    replies: 'stay',
  }),
  sample('thread synced no longer', threadSynced, { ...synced, endedBy: 'U0LEE', readers: 'customers' }),
  sample('thread synced, for the person who did it', syncedForYou, {
    taskName,
    taskUrl,
    accountName: 'Acme Corp',
    readers: 'customers',
  }),
  sample('thread synced where replies stay in Slack, for the person', syncedForYou, {
    taskName,
    readers: 'customers',
    replies: 'stay',
  }),
  sample({ title: 'a card of an internal task that others read', reports: true }, notShownHere, {
    replies: 'shared',
  }),
  sample('a thread that Slack locked', threadLocked, { taskName }),
  sample('a thread of a task without its name', threadLocked, {}),
  sample('sync: which thread', whichThread, {}),
  sample('sync: not subscribed', notReceived, {
    taskName,
    projectName,
    projectUuid: '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77',
  }),
  sample('sync: internal task', internalNotHere, { taskName }),
  sample('sync: the thread of another task', threadOfOther, { taskName }),
]
