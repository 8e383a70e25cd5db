import type { ModalView } from '@slack/types'
import { input, search, typed } from '../kit/form-elements.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { slackLimits } from '../kit/limits.ts'
import { message, note } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'
import { plain } from '../kit/options.ts'
import { clean, oneLine } from '../kit/spans.ts'

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

interface CommentDialogFacts extends CommentDialogMetadata {
  taskName: string
  /** Undefined if unknown. */
  isInternal?: boolean | undefined
}

const whoReads = (isInternal: boolean): string =>
  isInternal ? 'Internal task: only your team can read this comment.' : 'Customers can read this comment.'

export const commentDialog = (facts: CommentDialogFacts): ModalView => {
  const { taskUuid, channel, threadTs, taskName, isInternal } = facts
  const metadata: CommentDialogMetadata = { taskUuid, channel, threadTs }
  return modal({ ...dialog, callback: callbacks.commentDialog, metadata: JSON.stringify(metadata) }, [
    { type: 'section', text: plain(oneLine(taskName).trim() || 'A task', 600) },
    ...(isInternal === undefined ? [] : message(note(whoReads(isInternal))).blocks),
    input(inputs.commentText.block, 'Comment', { ...textInput, focus_on_load: true }),
  ])
}

/** Where to search for tasks, and where to answer. */
export interface CommentShortcutMetadata {
  channel: string
  /** Whether the app is in the channel: the comment then appears there. Otherwise only the person sees it. */
  member: boolean
}

/** The message shortcut *Comment on a task*. `draft`: the message as plain text. */
export const commentShortcutDialog = (facts: CommentShortcutMetadata & { draft: string }): ModalView => {
  const { channel, member, draft } = facts
  const metadata: CommentShortcutMetadata = { channel, member }
  const all = clean(draft).length
  const start = typed(draft)
  const shown = start.initial_value?.length ?? 0
  const hint =
    shown < all
      ? `The message is too long for a dialog. These are the first ${shown} of ${all} characters.`
      : undefined
  return modal({ ...dialog, callback: callbacks.commentShortcutDialog, metadata: JSON.stringify(metadata) }, [
    input(inputs.commentTask.block, 'Task', search('Type part of its name'), {
      hint: 'Tasks seen in this channel’s projects. For any other, paste its link.',
    }),
    input(inputs.commentText.block, 'Comment', { ...textInput, ...start }, { hint }),
  ])
}
