import { portalProjectCardSchema, projectCard, projectCardSchema } from '../../kit/project-card.ts'
import { byHand, kind } from './kind.ts'

const example = {
  uuid: 'a1a1a1a1-0000-4000-8000-000000000001',
  name: 'Acme Corp – Standard Onboarding',
  accountName: 'Acme Corp',
  dueDate: '2026-12-15',
}
const next = { uuid: 'b1b1b1b1-0000-4000-8000-000000000002', name: 'Send the data export' }

export const projectCardKind = kind({
  schema: projectCardSchema,
  forOutsiders: portalProjectCardSchema,
  say: (card) => projectCard({ ...card, canPin: true }),
  alone: 'never',
  about: 'project',
  names: ({ visible, ...card }) => {
    const { late, waiting, next: following, activity } = visible ?? card
    return { tasks: [late?.first.uuid, waiting?.first.uuid, following?.uuid, activity?.task.uuid] }
  },
  card: { keeps: () => ({}), task: 'none' },
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'never',
  passes: { mute: 'by hand', digest: 'never', pause: 'never', unsubscribing: 'by hand' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app found the project in the tracker.', unannounced: byHand },
  example: {
    team: { ...example, percentage: 34, next },
    outsiders: { ...example, visible: { next } },
    removed: 'never',
  },
})
