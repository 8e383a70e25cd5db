import { portalTaskCardSchema, taskCard, taskCardSchema } from '../../kit/task-card.ts'
import type { PostRow } from '../store/posts.ts'
import { byHand, kind, readFacts } from './kind.ts'

const example = {
  uuid: 'b1b1b1b1-0000-4000-8000-000000000001',
  name: 'Hold the kick-off call',
  projectName: 'Acme Corp – Standard Onboarding',
  readers: 'customers' as const,
  newest: {
    uuid: 'c1c1c1c1-0000-4000-8000-000000000001',
    authorName: 'Casey Miller',
    text: 'Is Tuesday better?',
  },
  existedBefore: false,
  deleted: false,
}

/** What the card quotes. Undefined also if the card cannot be read. */
export const quoteOnCard = (card: Pick<PostRow, 'id' | 'kind' | 'facts'>) => {
  try {
    return readFacts(taskCardSchema, card).newest
  } catch {
    return undefined
  }
}

export const taskCardKind = kind({
  schema: taskCardSchema,
  forOutsiders: portalTaskCardSchema,
  say: taskCard,
  alone: 'never',
  about: 'task',
  names: 'nothing else',
  card: {
    keeps: ({ existedBefore, newest }) => ({ existedBefore, ...(newest && { newest }) }),
    task: ({ readers = 'unknown', accountName, url, portalUrl, projectName, name }) => ({
      readers,
      accountName,
      url,
      portalUrl,
      projectName,
      taskName: name,
    }),
  },
  namesTask: false,
  saysReaders: true,
  thread: 'any',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: { field: 'newest' },
  changes: { isRemoval: ({ deleted }) => deleted, deletedFirst: 'is not posted', isOver: 'never' },
  why: { verified: 'the app read the task from the tracker.', unannounced: byHand },
  example: { team: example, outsiders: example, removed: { ...example, deleted: true } },
})
