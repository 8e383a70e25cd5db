import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import type { CommentDialogMetadata, CommentShortcutMetadata } from '../messages/replies/comment-dialog.ts'
import { callbacks, inputs } from '../messages/kit/ids.ts'
import { commentFromDialog } from '../use-cases/replies/comment-from-dialog.ts'
import { readValue } from '../use-cases/answers/stale-value.ts'

const { block, action } = inputs.commentText

const commentMetadata: z.ZodType<CommentDialogMetadata> = z.object({
  taskUuid: z.string(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
})
const shortcutMetadata: z.ZodType<CommentShortcutMetadata> = z.object({
  channel: z.string(),
  member: z.boolean(),
})

/** Dialogs. What was submitted is durable before the dialog closes; a double click is the same view. */
export const addDialogListeners = (app: App, deps: BotDeps, _background: Background): void => {
  app.view(callbacks.commentDialog, async ({ ack, view, body }) => {
    const text = view.state.values[block]?.[action]?.value?.trim() ?? ''
    if (text === '') {
      return ack({ response_action: 'errors', errors: { [block]: 'Write the comment first.' } })
    }
    const metadata = readValue(commentMetadata, view.private_metadata)
    await commentFromDialog(deps, { ...metadata, text, user: body.user.id, viewId: view.id })
    await ack()
  })
  app.view(callbacks.commentShortcutDialog, async ({ ack, view, body }) => {
    const { commentTask, commentText } = inputs
    const taskUuid = view.state.values[commentTask.block]?.[commentTask.action]?.selected_option?.value
    const text = view.state.values[commentText.block]?.[commentText.action]?.value?.trim() ?? ''
    const errors = {
      ...(!taskUuid && { [commentTask.block]: 'Choose a task first.' }),
      ...(text === '' && { [commentText.block]: 'Write the comment first.' }),
    }
    if (!taskUuid || text === '') return ack({ response_action: 'errors', errors })
    const { channel, member } = readValue(shortcutMetadata, view.private_metadata)
    const at = member ? channel : undefined
    await commentFromDialog(deps, { taskUuid, channel: at, text, user: body.user.id, viewId: view.id })
    await ack()
  })
}
