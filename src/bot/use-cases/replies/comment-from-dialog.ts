import type { CommentDialogMetadata } from '../../messages/replies/comment-dialog.ts'
import type { BotDeps } from '../../deps.ts'
import { storeComment } from './comment-on-task.ts'

/** The dialog was submitted. Typed text is plain there, so it is escaped as Slack escapes messages. */
export const commentFromDialog = async (
  deps: BotDeps,
  submitted: CommentDialogMetadata & { text: string; user: string; viewId: string },
): Promise<void> => {
  const { taskUuid: task_uuid, channel, threadTs, user: user_id, viewId } = submitted
  const text = submitted.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const source = `view:${viewId}`
  const thread_ts = threadTs ?? null
  await storeComment(deps, { source, channel: channel ?? user_id, thread_ts, user_id, task_uuid, text })
}
