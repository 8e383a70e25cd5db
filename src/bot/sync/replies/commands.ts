import { pressForDialog } from '../../answers/messages/try-again.ts'
import { type Answer, type CommandInput, isMention, refused, type Subcommand } from '../../answers/answer.ts'
import { noTask, readReference, taskReference, firstWord } from '../../answers/reference.ts'
import { taskMeant } from '../../answers/find-task.ts'
import { type Here, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import {
  type CommentArgs,
  type CommentRequest,
  commentOnTask,
  readComment,
  openCommentDialog,
  openCommentShortcut,
} from './comment-on-task.ts'

/** Undefined if the task or the words are missing. Slack repeats a command with its trigger. */
export const commandComment = async (
  deps: BotDeps,
  actor: Here,
  args: CommentArgs,
  { triggerId, threadTs }: CommandInput,
): Promise<CommentRequest | undefined> => {
  const { task, text } = await readComment(deps, actor, args, threadTs)
  return task && text !== '' ? { source: `command:${triggerId}`, task, text } : undefined
}

const askForRest = async (
  deps: BotDeps,
  actor: Here,
  args: CommentArgs,
  input: CommandInput,
): Promise<Answer | undefined> => {
  const { triggerId, threadTs } = input
  const { task, text } = await readComment(deps, actor, args, threadTs)
  const uuid = task && (await taskMeant(deps, actor, task))
  if (uuid === undefined && !may(actor, 'work'))
    return { message: refused(comment, 'Which task? Paste its link, or type its whole name.').refusal }
  if (isMention(input)) return { message: pressForDialog({ run: input.text }) }
  return uuid === undefined
    ? openCommentShortcut(deps, actor, { triggerId, message: { user: actor.user, text, files: [] } })
    : openCommentDialog(deps, actor, { value: uuid, triggerId, threadTs })
}

export const comment: Subcommand<CommentArgs> = {
  name: 'comment',
  summary:
    'Comments on a task: the one you name, or in its thread that one. Without words, it opens a dialog.',
  usage: 'comment [URL | uuid | task name] [text]',
  examples: [
    'comment Kick-off call We are ready on Tuesday.',
    'comment "Kick-off call" We are ready on Tuesday.',
    'comment 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11 We are ready on Tuesday.',
    'comment',
  ],
  right: 'ask here',
  parse: (text) => {
    const { word, rest, quoted } = firstWord(text)
    if (!quoted && readReference(word).by === 'text') return { ok: true, task: undefined, text: text.trim() }
    const task = taskReference(word)
    return task ? { ok: true, task, text: rest } : refused(comment, noTask)
  },
  run: async (deps, actor, args, input) => {
    const request = await commandComment(deps, actor, args, input)
    return request ? commentOnTask(deps, actor, request) : askForRest(deps, actor, args, input)
  },
}
