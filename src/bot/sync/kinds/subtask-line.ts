import { portalSubtaskLineSchema, subtaskLine, subtaskLineSchema } from '../messages/task.ts'
import { byHand, kind } from './kind.ts'

const example = {
  name: 'Choose a date',
  change: 'answered' as const,
  byName: 'Casey Miller',
  answer: 'The 15th',
}

export const subtaskLineKind = kind({
  schema: subtaskLineSchema,
  forOutsiders: portalSubtaskLineSchema,
  say: subtaskLine,
  alone: 'never',
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: true,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'subtasks',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: { allBut: [] },
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: { verified: 'the app read the subtask’s task from the tracker.', unannounced: byHand },
  example: { team: example, outsiders: example, removed: 'never' },
})
