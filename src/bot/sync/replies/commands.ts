import {
  noTask,
  readReference,
  type TaskReference,
  taskReference,
} from '../../answers/commands/parse/reference.ts'
import { firstWord } from '../../answers/commands/parse/words.ts'
import { commentOnTask } from './comment-on-task.ts'
import { type CommandInput, refused, type Subcommand } from '../../answers/commands/subcommand.ts'

export interface CommentArgs {
  task: TaskReference
  /** Slack's markup. Mentions, links and emoji become words when the comment is sent. */
  text: string
}

/** What it is stored as. Slack repeats a command with its trigger. */
export const commandComment = ({ triggerId }: CommandInput, { task, text }: CommentArgs) => ({
  source: `command:${triggerId}`,
  task,
  text,
})

export const comment: Subcommand<CommentArgs> = {
  name: 'comment',
  summary: 'Comments on a task. Put a task’s name in quotes.',
  usage: 'comment <URL | uuid | "task name"> <text>',
  examples: [
    'comment "Kick-off call" We are ready on Tuesday.',
    'comment 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11 We are ready on Tuesday.',
  ],
  right: 'ask here',
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
  run: (deps, actor, args, input) => commentOnTask(deps, actor, commandComment(input, args)),
}
