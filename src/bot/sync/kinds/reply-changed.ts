import { portalReplyChangedSchema, replyChanged, replyChangedSchema } from '../messages/reply.ts'
import { byHand, kind } from './kind.ts'

const example = {
  what: 'edited' as const,
  uuid: 'c1c1c1c1-0000-4000-8000-000000000002',
  authorName: 'Dana Smith',
  text: 'We start on Tuesday.',
}

export const replyChangedKind = kind({
  schema: replyChangedSchema,
  forOutsiders: portalReplyChangedSchema,
  say: replyChanged,
  alone: 'never',
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: { allBut: [] },
  // The reply that it is about is still in Slack, so people must read that its comment is gone.
  changes: { isRemoval: ({ what }) => what === 'deleted', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app read the comment from the tracker.', unannounced: byHand },
  example: { team: example, outsiders: example, removed: { ...example, what: 'deleted', text: undefined } },
})
