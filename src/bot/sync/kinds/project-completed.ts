import {
  portalProjectCompletedSchema,
  projectCompleted,
  projectCompletedSchema,
} from '../messages/project.ts'
import { kind } from './kind.ts'

const example = {
  uuid: 'a1a1a1a1-0000-4000-8000-000000000001',
  name: 'Acme Corp – Standard Onboarding',
  completedBy: 'Lee Wong',
  completedDate: '2026-11-20',
}
const outcome = {
  answers: { total: 1, first: [{ name: 'Which region?', answer: 'EMEA' }] },
  thanked: ['Dana Smith'],
}

export const projectCompletedKind = kind({
  schema: projectCompletedSchema,
  forOutsiders: portalProjectCompletedSchema,
  say: projectCompleted,
  alone: 'never',
  about: 'project',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'always', digest: 'always', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: { allBut: [] },
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: {
    verified: 'the app found the project in the tracker, and it’s completed there.',
    unannounced: 'The app’s daily check found it in the tracker, which hadn’t announced it.',
  },
  example: {
    team: { ...example, ...outcome, percentage: 100 },
    outsiders: { ...example, visible: outcome },
    removed: 'never',
  },
})
