import {
  portalTaskCompletedSchema,
  taskCompletedAlone,
  taskCompletedLine,
  taskCompletedSchema,
} from '../messages/task.ts'
import { byHand, kind } from './kind.ts'

const example = {
  taskName: 'Hold the kick-off call',
  completedBy: 'Casey Miller',
  completedDate: '2026-11-20T09:30:00Z',
  answers: [{ name: 'Which regions?', answer: ['EMEA', 'APAC'] }],
}

export const taskCompletedKind = kind({
  schema: taskCompletedSchema,
  forOutsiders: portalTaskCompletedSchema,
  say: taskCompletedLine,
  alone: taskCompletedAlone,
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: false,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'tasks',
  passes: { mute: 'never', digest: 'never', pause: 'never', unsubscribing: 'never' },
  quoted: 'never',
  words: { allBut: [] },
  changes: { isRemoval: 'never', deletedFirst: 'is posted', isOver: 'never' },
  why: {
    verified: 'the app read the task from the tracker, and it’s completed there.',
    unannounced: byHand,
  },
  example: {
    team: { ...example, nextTaskName: 'Send the data export' },
    outsiders: example,
    removed: 'never',
  },
})
