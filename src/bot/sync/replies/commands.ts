import {
  noTask,
  readReference,
  type TaskReference,
  taskReference,
} from '../../answers/commands/parse/reference.ts'
import { firstWord, unquoted } from '../../answers/commands/parse/words.ts'
import { refused, type Subcommand } from '../../answers/commands/subcommand.ts'

export interface CommentArgs {
  task: TaskReference
  /** Slack's markup. Mentions, links and emoji become words when the comment is sent. */
  text: string
}

export const comment: Subcommand<CommentArgs> = {
  name: 'comment',
  summary: 'Comments on a task. Put a task’s name in quotes.',
  usage: 'comment <URL | uuid | "task name"> <text>',
  examples: [
    'comment "Kick-off call" We are ready on Tuesday.',
    'comment 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11 We are ready on Tuesday.',
  ],
  parse: (text) => {
    const { word, rest, quoted } = firstWord(text)
    if (word === '') return refused(comment, 'Which task, and what is the comment?')
    if (!quoted && readReference(word).by === 'text')
      return refused(comment, 'Which task? Paste its link, or put its name in quotes.')
    const task = taskReference(word)
    if (!task) return refused(comment, noTask)
    return rest === ''
      ? refused(comment, 'What is the comment? Write it after the task.')
      : { ok: true, task, text: rest }
  },
}

export const sync: Subcommand<{ task: TaskReference }> = {
  name: 'sync',
  summary:
    'Syncs a thread with a task: replies become comments. Mention the app in the thread: @Onboarding sync …',
  usage: 'sync <URL | uuid | text>',
  examples: ['sync kick-off', 'sync 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11'],
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return refused(sync, 'Which task? Paste its link, or type part of its name.')
    const found = taskReference(words)
    return found ? { ok: true, task: found } : refused(sync, noTask)
  },
}
