import { digest, digestSchema, namedIn, portalDigestSchema } from '../messages/digest.ts'
import { digestReply } from '../messages/reply.ts'
import { kind } from './kind.ts'

const period = { every: 'daily' as const, sinceAt: '2026-11-20T08:00:00.000Z' }
const none = { total: 0 }
const news = {
  total: 1,
  projects: [
    {
      uuid: 'a1a1a1a1-0000-4000-8000-000000000001',
      name: 'Acme Corp – Standard Onboarding',
      done: {
        total: 1,
        named: [{ uuid: 'b1b1b1b1-0000-4000-8000-000000000001', name: 'Hold the kick-off call' }],
      },
      late: none,
      waiting: none,
      comments: none,
    },
  ],
}

export const digestKind = kind({
  schema: digestSchema,
  forOutsiders: portalDigestSchema,
  say: digest,
  alone: 'never',
  about: 'facts',
  names: namedIn,
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: digestReply,
  counts: 'never',
  passes: { mute: 'never', digest: 'always', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: {
    verified: 'the app read each project and task in it from the tracker when it was written.',
    unannounced: 'This message was posted because of this channel’s settings. It summarizes events.',
  },
  example: {
    team: { ...period, ...news },
    outsiders: portalDigestSchema.parse({ ...period, visible: news }),
    removed: 'never',
  },
})
