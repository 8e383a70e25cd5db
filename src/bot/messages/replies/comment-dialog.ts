import type { ModalView } from '@slack/types'
import { input, search, typed } from '../kit/form-elements.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { slackLimits } from '../kit/limits.ts'
import { modal } from '../kit/modal.ts'
import { plain } from '../kit/options.ts'
import { clean, oneLine } from '../kit/spans.ts'

const dialog = { title: 'Comment on a task', submit: 'Comment' }
const textInput = {
  type: 'plain_text_input' as const,
  multiline: true,
  max_length: slackLimits.plainInput,
}

/** What the dialog carries to its submission. */
export interface CommentDialogMetadata {
  taskUuid: string
  channel?: string | undefined
  threadTs?: string | undefined
}

interface CommentDialogFacts extends CommentDialogMetadata {
  taskName: string
  projectName?: string | undefined
  /** Who reads it, in words: `The customer sees it.` */
  audience?: string | undefined
  /** The words to start from: a correction, or the message a shortcut was used on. */
  draft?: string | undefined
}

/** Opened by *Comment* and by *Post a correction*. */
export const commentDialog = (facts: CommentDialogFacts): ModalView => {
  const { taskUuid, channel, threadTs, draft = '' } = facts
  const metadata: CommentDialogMetadata = { taskUuid, channel, threadTs }
  const shown = clean(draft).slice(0, slackLimits.plainInput).toWellFormed()
  const where = [facts.taskName, facts.projectName, facts.audience].filter((text) => text !== undefined)
  return modal({ ...dialog, callback: callbacks.commentDialog, metadata: JSON.stringify(metadata) }, [
    { type: 'section', text: plain(oneLine(where.join(' · ')).trim() || 'A task', 600) },
    input(inputs.commentText.block, 'Comment', {
      ...textInput,
      focus_on_load: true,
      ...(shown && { initial_value: shown }),
    }),
  ])
}

/** What the dialog carries: where the tasks to choose from belong, and where the answer goes. */
export interface CommentShortcutMetadata {
  channel: string
  /** The app is in the channel: the comment and its thread appear there. Else the person alone hears. */
  member: boolean
}

/** The message shortcut *Comment on a task*: choose the task, change the words, send. `draft`: the message, plain. */
export const commentShortcutDialog = (facts: CommentShortcutMetadata & { draft: string }): ModalView => {
  const { channel, member, draft } = facts
  const metadata: CommentShortcutMetadata = { channel, member }
  const all = clean(draft).length
  const start = typed(draft)
  const shown = start.initial_value?.length ?? 0
  const hint =
    shown < all
      ? `The message is longer than a dialog takes: its first ${shown} of ${all} characters stand here.`
      : undefined
  return modal({ ...dialog, callback: callbacks.commentShortcutDialog, metadata: JSON.stringify(metadata) }, [
    input(inputs.commentTask.block, 'Task', search('Type a part of its name'), {
      hint: 'Those this channel’s projects have shown. Any other: paste its URL.',
    }),
    input(inputs.commentText.block, 'Comment', { ...textInput, ...start }, { hint }),
  ])
}
