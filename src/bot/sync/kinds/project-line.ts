import { portalProjectLineSchema, projectLine, projectLineSchema } from '../../kit/project-card.ts'
import { byHand, kind } from './kind.ts'

const example = {
  change: 'archived' as const,
  projectName: 'Acme Corp – Standard Onboarding',
  by: 'Lee Wong',
  at: '2026-11-20T09:30:00Z',
}

export const projectLineKind = kind({
  schema: projectLineSchema,
  forOutsiders: portalProjectLineSchema,
  say: projectLine,
  alone: 'never',
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'others',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app found the project in the tracker.', unannounced: byHand },
  example: {
    team: { ...example, url: 'https://tracker.example/projects/1' },
    outsiders: example,
    removed: 'never',
  },
})
