import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { input, search, typed } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { slackLimits } from '../../../kit/limits.ts'
import { message, note, line, type Message, name } from '../../../kit/message.ts'
import { modal } from '../../../kit/modal.ts'
import { plain } from '../../../kit/options.ts'
import { clean, oneLine } from '../../../kit/text/spans.ts'
import {
  type ChosenTask,
  chosenTask,
  type CommentReadersFacts,
  whoReadsComment,
} from '../../../kit/cards/comment-readers.ts'

const dialog = { title: 'Comment on a task', submit: 'Comment' }
const textInput = {
  type: 'plain_text_input' as const,
  multiline: true,
  max_length: slackLimits.plainInput,
}

/** The dialog's `private_metadata`. */
export interface CommentDialogMetadata {
  taskUuid: string
  channel?: string | undefined
  threadTs?: string | undefined
}

interface CommentDialogFacts extends CommentDialogMetadata, CommentReadersFacts {
  taskName: string
}

export const commentDialog = (facts: CommentDialogFacts): ModalView => {
  const { taskUuid, channel, threadTs, taskName } = facts
  const metadata: CommentDialogMetadata = { taskUuid, channel, threadTs }
  return modal({ ...dialog, callback: callbacks.commentDialog, metadata: JSON.stringify(metadata) }, [
    { type: 'section', text: plain(oneLine(taskName).trim() || 'A task', 600) },
    ...message(note(whoReadsComment(facts))).blocks,
    input(inputs.commentText.block, 'Comment', { ...textInput, focus_on_load: true }),
  ])
}

/** Where to search for tasks, and where to answer. */
export const commentShortcutMetadata = z.object({
  channel: z.string(),
  /** Whether the app is in the channel: the comment then appears there. Otherwise only the person sees it. */
  member: z.boolean(),
  /** Set if the message was too long for a dialog. */
  cut: z.string().optional(),
})
export type CommentShortcutMetadata = z.output<typeof commentShortcutMetadata>

interface CommentShortcutFacts extends CommentShortcutMetadata {
  /** The message as plain text, or what the person made of it. */
  draft: string
  chosen?: ChosenTask | undefined
}

/** The message shortcut *Comment on a task*. */
export const commentShortcutDialog = ({ draft, chosen, ...facts }: CommentShortcutFacts): ModalView => {
  const all = clean(draft).length
  const start = typed(draft)
  const shown = start.initial_value?.length ?? 0
  const isCut = shown < all
  const cut = isCut
    ? `The message is too long for a dialog. These are the first ${shown} of ${all} characters.`
    : facts.cut
  const metadata: CommentShortcutMetadata = { ...facts, cut }
  return modal({ ...dialog, callback: callbacks.commentShortcutDialog, metadata: JSON.stringify(metadata) }, [
    taskMenu(chosen),
    ...chosenTask(chosen, whoReadsComment).blocks,
    input(inputs.commentText.block, 'Comment', { ...textInput, ...start }, { hint: cut }),
  ])
}

/** Slack sends the bot each choice, so that the dialog says who reads. */
export const taskMenu = (chosen: ChosenTask | undefined) =>
  input(inputs.commentTask.block, 'Task', search('Type part of its name', chosen?.choice), {
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
