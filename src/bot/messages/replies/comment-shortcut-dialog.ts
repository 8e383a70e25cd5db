import type { ModalView } from '@slack/types'
import { callbacks, inputs } from '../kit/ids.ts'
import { fitting, slackLimits } from '../kit/limits.ts'
import { clean } from '../kit/spans.ts'

/** What the dialog carries: where the tasks to choose from belong, and where the answer goes. */
export interface CommentShortcutMetadata {
  channel: string
  /** The app is in the channel, so the comment and its thread can stand there; else the person alone hears. */
  member: boolean
}

export interface CommentShortcutFacts extends CommentShortcutMetadata {
  /** The message's text, plain. */
  draft: string
}

/** The message shortcut *Comment on a task*: choose the task, change the words, send. */
export const commentShortcutDialog = ({ channel, member, draft }: CommentShortcutFacts): ModalView => {
  const metadata: CommentShortcutMetadata = { channel, member }
  const words = clean(draft)
  const shown = words.slice(0, fitting(words, slackLimits.plainInput))
  return {
    type: 'modal',
    callback_id: callbacks.commentShortcutDialog,
    private_metadata: JSON.stringify(metadata),
    title: { type: 'plain_text', text: 'Comment on a task', emoji: false },
    submit: { type: 'plain_text', text: 'Comment', emoji: false },
    close: { type: 'plain_text', text: 'Cancel', emoji: false },
    blocks: [
      {
        type: 'input',
        block_id: inputs.commentTask.block,
        label: { type: 'plain_text', text: 'Task', emoji: false },
        hint: {
          type: 'plain_text',
          text: 'Those this channel’s projects have shown. Any other: paste its URL.',
          emoji: false,
        },
        element: {
          type: 'external_select',
          action_id: inputs.commentTask.action,
          min_query_length: 0,
          placeholder: { type: 'plain_text', text: 'Type a part of its name', emoji: false },
        },
      },
      {
        type: 'input',
        block_id: inputs.commentText.block,
        label: { type: 'plain_text', text: 'Comment', emoji: false },
        ...(shown.length < words.length && {
          hint: {
            type: 'plain_text',
            text: `The message is longer than a dialog takes: its first ${shown.length} of ${words.length} characters stand here.`,
            emoji: false,
          },
        }),
        element: {
          type: 'plain_text_input',
          action_id: inputs.commentText.action,
          multiline: true,
          max_length: slackLimits.plainInput,
          ...(shown === '' ? {} : { initial_value: shown }),
        },
      },
    ],
  }
}
