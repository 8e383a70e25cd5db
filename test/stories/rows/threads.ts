import { row, section } from '../row.ts'

export const threads = section('A thread that was there before', 'thread', {
  sync: row('it becomes the task’s thread in this channel, both ways').heldBy(
    'Sync thread with a task: its replies become comments, and the task’s comments appear in it (%s)',
    '@Onboarding sync in a thread does the same, and a press that is repeated says it once',
    'in a flat channel the thread is used all the same',
    'what was said in the thread while the bot was away becomes comments',
    'once the thread’s first message is gone, the task begins a thread of its own',
  ),
  'the old thread': row(
    'a task with a thread goes on in the new one; replies in the old one still become comments',
  ).heldBy(
    'a task that has a thread goes on in the new one, and replies under its card still become comments',
  ),
  'the way back': row('Stop syncing, or another task; the first one goes on in a thread of its own').heldBy(
    'Stop syncing: replies stay in Slack again, and the task goes on in a thread of its own',
    'a thread that is synced with another task moves there, and the first task begins a thread of its own',
  ),
  refused: row(
    'not under another task’s card, without a subscription, internal where others read, or by outsiders',
  ).heldBy(
    'a thread under another task’s card, and a channel that doesn’t receive the project, are refused with the next step',
    'an internal task is not synced where people outside the team read',
    'a project that the shared channel was not subscribed to as such is not shown there',
    '${role} in ${place}: what takes a right that they lack changes nothing, what they may do steers nothing, and neither tells what is not theirs',
    'a dialog without a task, and a tracker that is away, are told',
  ),
})
