import { commentBurst, commentBurstSchema, portalCommentBurstSchema } from '../messages/project.ts'
import { byHand, kind } from './kind.ts'

const of = { authorName: 'Casey Miller', projectName: 'Acme Corp – Standard Onboarding' }

export const commentBurstKind = kind({
  schema: commentBurstSchema,
  forOutsiders: portalCommentBurstSchema,
  say: commentBurst,
  alone: 'never',
  about: 'project',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'it counts comments',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app read each comment from the tracker.', unannounced: byHand },
  example: {
    team: { ...of, comments: 140 },
    outsiders: portalCommentBurstSchema.parse({ ...of, visible: { comments: 140 } }),
    removed: 'never',
  },
})
