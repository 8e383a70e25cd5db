import { taskNotShared } from './messages/not-taken.ts'
import type { Message } from '../../kit/message.ts'
import type { Actor } from '../../audience/actor.ts'
import { mayKnowTask } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { storeComment } from './comment-on-task.ts'

interface Submitted {
  taskUuid: string
  threadTs?: string | undefined
  text: string
  viewId: string
}

/** Escapes the dialog's plain text as Slack escapes messages. Returns the refusal, if any. */
export const commentFromDialog = async (
  deps: BotDeps,
  actor: Actor,
  { taskUuid: task_uuid, threadTs, text: typed, viewId }: Submitted,
): Promise<Message | undefined> => {
  if (!(await mayKnowTask(deps, actor, task_uuid))) return taskNotShared()
  const { user: user_id, place } = actor
  const text = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const channel = place?.channel ?? user_id
  const thread_ts = place && threadTs !== undefined ? threadTs : null
  await storeComment(deps, { source: `view:${viewId}`, channel, thread_ts, user_id, task_uuid, text })
  return undefined
}
