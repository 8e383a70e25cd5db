import type { ModalView } from '@slack/types'
import { callbacks, inputs } from '../kit/ids.ts'
import { cut, slackLimits } from '../kit/limits.ts'
import { clean, oneLine } from '../kit/spans.ts'

/** What the dialog carries to its submission. */
export interface CommentDialogMetadata {
  taskUuid: string
  channel?: string | undefined
  threadTs?: string | undefined
}

export interface CommentDialogFacts extends CommentDialogMetadata {
  taskName: string
  projectName?: string | undefined
  /** Who reads it, in words: `The customer sees it.` */
  audience?: string | undefined
  /** The words to start from: a correction, or the message a shortcut was used on. */
  draft?: string | undefined
}

const clip = (text: string, max: number) => (text.length > max ? text.slice(0, max).toWellFormed() : text)

/** Opened by *Comment* and by *Post a correction*. */
export const commentDialog = (facts: CommentDialogFacts): ModalView => {
  const { taskUuid, channel, threadTs } = facts
  const metadata: CommentDialogMetadata = { taskUuid, channel, threadTs }
  const draft = clip(clean(facts.draft ?? ''), slackLimits.plainInput)
  const where = [facts.taskName, facts.projectName, facts.audience].filter((text) => text !== undefined)
  return {
    type: 'modal',
    callback_id: callbacks.commentDialog,
    private_metadata: JSON.stringify(metadata),
    title: { type: 'plain_text', text: 'Comment on a task', emoji: false },
    submit: { type: 'plain_text', text: 'Comment', emoji: false },
    close: { type: 'plain_text', text: 'Cancel', emoji: false },
    blocks: [
      {
        type: 'section',
        text: {
          type: 'plain_text',
          text: cut(oneLine(where.join(' · ')).trim() || 'A task', 600),
          emoji: false,
        },
      },
      {
        type: 'input',
        block_id: inputs.commentText.block,
        label: { type: 'plain_text', text: 'Comment', emoji: false },
        element: {
          type: 'plain_text_input',
          action_id: inputs.commentText.action,
          multiline: true,
          max_length: slackLimits.plainInput,
          focus_on_load: true,
          ...(draft ? { initial_value: draft } : {}),
        },
      },
    ],
  }
}
