import { burst, burstSchema, namedInBurst, portalBurstSchema } from '../messages/project.ts'
import { byHand, kind } from './kind.ts'

const of = { projectName: 'Acme Corp – Standard Onboarding' }
const done = [
  { uuid: 'b1b1b1b1-0000-4000-8000-000000000001', name: 'Hold the kick-off call', by: 'Casey Miller' },
]
const counts = { tasks: 12, subtasks: 12, others: 3, done }

export const burstKind = kind({
  schema: burstSchema,
  forOutsiders: portalBurstSchema,
  say: burst,
  alone: 'never',
  about: 'project',
  names: namedInBurst,
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
  why: { verified: 'the app read each project or task from the tracker.', unannounced: byHand },
  example: {
    team: { ...of, ...counts },
    outsiders: portalBurstSchema.parse({ ...of, visible: counts }),
    removed: 'never',
  },
})
