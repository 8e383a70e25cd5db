import type { App } from '@slack/bolt'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import type { CommentDialogMetadata } from '../messages/comment-dialog.ts'
import type { CommentShortcutMetadata } from '../messages/comment-shortcut-dialog.ts'
import { callbacks, inputs } from '../messages/ids.ts'
import { commentFromDialog } from '../use-cases/comment-from-dialog.ts'

const { block, action } = inputs.commentText

/** Dialogs. What was submitted is durable before the dialog closes; a double click is the same view. */
export const addDialogListeners = (app: App, deps: BotDeps, _background: Background): void => {
  app.view(callbacks.commentDialog, async ({ ack, view, body }) => {
    const text = view.state.values[block]?.[action]?.value?.trim() ?? ''
    if (text === '') {
      return ack({ response_action: 'errors', errors: { [block]: 'Write the comment first.' } })
    }
    const metadata = JSON.parse(view.private_metadata) as CommentDialogMetadata
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
    const { channel, member } = JSON.parse(view.private_metadata) as CommentShortcutMetadata
    const at = member ? channel : undefined
    await commentFromDialog(deps, { taskUuid, channel: at, text, user: body.user.id, viewId: view.id })
    await ack()
  })
}
