import { burst, burstSchema, portalBurstSchema } from '../messages/project.ts'
import { byHand, kind } from './kind.ts'

const of = { projectName: 'Acme Corp – Standard Onboarding' }
const counts = { tasks: 25, subtasks: 12, others: 3 }

export const burstKind = kind({
  schema: burstSchema,
  forOutsiders: portalBurstSchema,
  say: burst,
  alone: 'never',
  about: 'project',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'it counts lines',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: 'none',
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app read each project or task from the tracker by its uuid.', unannounced: byHand },
  example: {
    team: { ...of, ...counts },
    outsiders: portalBurstSchema.parse({ ...of, visible: counts }),
    removed: 'never',
  },
})
