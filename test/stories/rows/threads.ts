import { section } from '../row.ts'

export const threads = section('A thread that was there before', 'thread', {
  sync: {
    sentence: 'it becomes the task’s thread in this channel, both ways',
    tests: [
      'Sync thread with a task: its replies become comments, and the task’s comments appear in it (%s)',
      '@Onboarding sync in a thread does the same, and a press that is repeated says it once',
      'in a flat channel the thread is used all the same',
      'what was said in the thread while the bot was away becomes comments',
      'once the thread’s first message is gone, the task begins a thread of its own',
    ],
  },
  'the old thread': {
    sentence: 'a task with a thread goes on in the new one; replies in the old one still become comments',
    tests: [
      'a task that has a thread goes on in the new one, and replies under its card still become comments',
    ],
  },
  'taken over': {
    sentence:
      'what was said before, on request: in order, with names and times, without apps and ours, after a preview',
    tests: [
      'what was said before becomes comments, in order, with names and times, without apps and ours (%s)',
      'the preview shows what would be sent and who reads it, and nothing is sent before it is confirmed',
      'by @Onboarding sync, Import… opens the same preview',
      'replies that come meanwhile wait behind it',
      'a message that was edited after its thread was synced is taken over as it reads now',
      'where the app may not read the thread, the dialog says which scope is missing',
      'a thread that became another task’s meanwhile is not taken over to the first',
    ],
  },
  progress: {
    sentence: 'a line that moves, Stop, and kill -9: nothing is lost or sent twice',
    tests: [
      'Stop leaves the rest in Slack, and a later take-over goes on where it stopped',
      'what the tracker refuses is marked and counted, without a word for each, and can be tried again',
      'a submission that Slack repeats, a second person and a restart halfway send nothing twice',
      'killed once the dialog is acknowledged, and again halfway: all of it becomes comments, in order, once',
    ],
  },
  offers: {
    sentence:
      'what customers write at the top of a shared channel is offered to the team, where it wants that',
    tests: [
      'a customer’s message at the top is offered to the team alone; one press makes it a comment and its thread the task’s (%s)',
      'the likeliest task is found by words, then the module’s, then whom it is assigned to, then what happened last',
      'Another task… opens the dialog, and what is chosen there is the comment’s task',
      'Not a comment: it stays in Slack, and whoever presses later hears so',
      'nobody is asked twice: Slack’s repeats, a second press, another person’s press',
      'nothing is offered without the setting, for our own people and apps, in threads, or where no task is seen',
      'a message that was deleted meanwhile, and a refusal of the tracker, are told to the person who pressed',
    ],
  },
  'the way back': {
    sentence: 'Stop syncing, or another task; the first one goes on in a thread of its own',
    tests: [
      'Stop syncing: replies stay in Slack again, and the task goes on in a thread of its own',
      'a thread that is synced with another task moves there, and the first task begins a thread of its own',
    ],
  },
  refused: {
    sentence:
      'not under another task’s card, without a subscription, internal where others read, or by outsiders',
    tests: [
      'a thread under another task’s card, and a channel that doesn’t receive the project, are refused with the next step',
      'an internal task is not synced where people outside the team read',
      'a project that the shared channel was not subscribed to as such is not shown there',
      'people of another organization sync nothing',
      'a dialog without a task, and a tracker that is away, are told',
    ],
  },
})
