import { missed, missedSchema, namedInMissed, portalMissedSchema } from '../messages/project.ts'
import { kind } from './kind.ts'

const example = { projects: 2 }

export const missedKind = kind({
  schema: missedSchema,
  forOutsiders: portalMissedSchema,
  say: missed,
  alone: 'never',
  about: 'facts',
  names: namedInMissed,
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'always', digest: 'always', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: {
    verified: 'the app compared what the channel receives with the tracker.',
    unannounced: 'The app found in the tracker what it hadn’t announced.',
  },
  example: { team: example, outsiders: example, removed: 'never' },
})
