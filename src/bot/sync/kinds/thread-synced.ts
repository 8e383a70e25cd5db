import { portalThreadSyncedSchema, threadSynced, threadSyncedSchema } from '../messages/task.ts'
import { byHand, kind } from './kind.ts'

const example = {
  key: '1763600000.000100@b1b1b1b1-0000-4000-8000-000000000001@1763700000000',
  by: 'U0DANA',
  taskName: 'Hold the kick-off call',
  readers: 'customers' as const,
}

export const threadSyncedKind = kind({
  schema: threadSyncedSchema,
  forOutsiders: portalThreadSyncedSchema,
  say: threadSynced,
  alone: 'never',
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: true,
  thread: 'its own',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'by hand', digest: 'by hand', pause: 'by hand', unsubscribing: 'by hand' },
  quoted: 'never',
  words: 'none',
  changes: {
    isRemoval: 'never',
    deletedFirst: 'is posted',
    isOver: ({ endedBy }) => endedBy !== undefined,
  },
  why: { verified: 'the app read the task from the tracker.', unannounced: byHand },
  example: {
    team: { ...example, taskUrl: 'https://tracker.example/tasks/1' },
    outsiders: example,
    removed: 'never',
  },
})
