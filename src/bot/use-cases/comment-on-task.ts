import { addReply } from '../../store/bot/replies.ts'
import type { TaskReference } from '../commands/reference.ts'
import { commentStored } from '../messages/comment-stored.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { findTask, isAnswer } from './find-task.ts'

/** Stores words for a task, to be sent in the task's lane; a source that is known already is left as it is. */
export const storeComment = async (
  deps: BotDeps,
  words: {
    source: string
    channel: string
    threadTs: string | null
    user: string
    taskUuid: string
    text: string
  },
): Promise<void> => {
  await deps.database.transaction(async (tx) => {
    const { source, channel, threadTs, user: userId, taskUuid, text } = words
    const id = await addReply(tx, {
      source,
      channel,
      ts: null,
      threadTs,
      userId,
      taskUuid,
      text,
      files: [],
      createdAt: deps.now(),
    })
    if (id === undefined) return
    await deps.lanes.enqueue(tx, [{ kind: 'reply', lane: taskUuid, payload: { reply: id } }])
  })
}

/** `/onboard comment <task> <text>`: stored now; its author hears when the comment exists. */
export const commentOnTask = async (
  deps: BotDeps,
  request: { channel: string; user: string; source: string; task: TaskReference; text: string },
): Promise<Answer> => {
  const { channel, user, source, text } = request
  const found = await findTask(deps, channel, request.task, (uuid) => `comment ${uuid} ${text}`)
  if (isAnswer(found)) return found
  await storeComment(deps, { source, channel, threadTs: null, user, taskUuid: found.uuid, text })
  return { message: commentStored({ taskName: found.task.name }) }
}
