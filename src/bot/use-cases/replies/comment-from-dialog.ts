import type { CommentDialogMetadata } from '../../messages/replies/comment-dialog.ts'
import type { BotDeps } from '../../deps.ts'
import { storeComment } from './comment-on-task.ts'

/** The dialog was submitted. Typed text is plain there, so it is escaped as Slack escapes messages. */
export const commentFromDialog = async (
  deps: BotDeps,
  submitted: CommentDialogMetadata & { text: string; user: string; viewId: string },
): Promise<void> => {
  const { taskUuid, channel, threadTs, user: userId, viewId } = submitted
  const text = submitted.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const source = `view:${viewId}`
  await storeComment(deps, { source, channel: channel ?? userId, threadTs, userId, taskUuid, text })
}
