import type { KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import { input, search, typed, modal, plain } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { slackLimits } from '../../../kit/limits.ts'
import { message, note, line, type Message, name } from '../../../kit/message.ts'
import { clean, oneLine } from '../../../kit/spans.ts'
import { type ChosenTask, chosenTask, whoReadsComment } from '../../../kit/task-card.ts'

/** What the comment is about, and where to search for tasks and to answer. */
export const commentMetadata = z.object({
  channel: z.string().optional(),
  /** Undefined: the dialog has a menu of tasks. */
  taskUuid: z.string().optional(),
  threadTs: z.string().optional(),
  /** The app isn't in the channel, so only the person sees what comes of the comment. */
  alone: z.boolean().optional(),
  /** Set if the message was too long for a dialog. */
  cut: z.string().optional(),
})
type CommentMetadata = z.output<typeof commentMetadata>

interface CommentDialogFacts extends CommentMetadata {
  /** The comment so far, as plain text: a message, or what the person made of it. */
  draft?: string | undefined
  chosen?: ChosenTask | undefined
}

const taskParts = (taskUuid: string | undefined, chosen: ChosenTask | undefined): KnownBlock[] =>
  taskUuid === undefined
    ? [taskMenu(chosen), ...chosenTask(chosen, whoReadsComment).blocks]
    : [
        { type: 'section', text: plain(oneLine(chosen?.choice.text ?? '').trim() || 'A task', 600) },
        ...message(note(whoReadsComment(chosen ?? { readers: 'unknown' }))).blocks,
      ]

/** *Comment on a task*: on the task that its button named, or on one to choose. */
export const commentDialog = ({ draft = '', chosen, ...facts }: CommentDialogFacts): ModalView => {
  const all = clean(draft).length
  const start = typed(draft)
  const shown = start.initial_value?.length ?? 0
  const cut =
    shown < all
      ? `The message is too long for a dialog. These are the first ${shown} of ${all} characters.`
      : facts.cut
  const metadata: CommentMetadata = { ...facts, cut }
  const focus = facts.taskUuid !== undefined && { focus_on_load: true }
  return modal(
    {
      title: 'Comment on a task',
      submit: 'Comment',
      callback: callbacks.commentDialog,
      metadata: JSON.stringify(metadata),
    },
    [
      ...taskParts(facts.taskUuid, chosen),
      input(
        inputs.commentText,
        'Comment',
        { type: 'plain_text_input', multiline: true, max_length: slackLimits.plainInput, ...start, ...focus },
        { hint: cut },
      ),
    ],
  )
}

/** Slack sends the bot each choice, so that the dialog says who reads. */
export const taskMenu = (chosen: ChosenTask | undefined) =>
  input(inputs.commentTask, 'Task', search('Type part of its name', chosen?.choice), {
    dispatches: true,
    hint: 'Tasks seen in this channel’s projects. For any other, paste its link.',
  })

/** Sent before the tracker confirms the comment. */
export const commentStored = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    line(
      'Your comment is on its way to the task',
      taskName !== undefined && name(` “${taskName}”`),
      '. You’ll hear when it’s posted.',
    ),
  )
