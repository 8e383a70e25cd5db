import { knownTask } from '../../store/tracker/known-tasks.ts'
import { addReply } from '../../store/replies/replies.ts'
import type { TaskReference } from '../../commands/reference.ts'
import { commentStored } from '../../messages/replies/comment-stored.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { findTask, isAnswer, taskMeant } from '../tracker/find-task.ts'

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

interface CommentRequest {
  channel: string
  user: string
  source: string
  task: TaskReference
  text: string
}

/**
 * Stored before Slack is told that the command was received, with no word of the tracker's, so that no crash
 * loses it. False where it is not clear which task is meant: nothing is stored then, and the answer asks.
 */
export const storeAhead = async (deps: BotDeps, request: CommentRequest): Promise<boolean> => {
  const { channel, user, source, text } = request
  const taskUuid = await taskMeant(deps, channel, request.task)
  if (taskUuid === undefined) return false
  await storeComment(deps, { source, channel, threadTs: null, user, taskUuid, text })
  return true
}

/** The answer to a comment that is stored. Whether its task is there is told with what becomes of it. */
export const answerStored = async (deps: BotDeps, { channel, task }: CommentRequest): Promise<Answer> => {
  const found = await findTask(deps, channel, task, (uuid) => uuid).catch(() => undefined)
  const uuid = await taskMeant(deps, channel, task)
  const known = uuid === undefined ? undefined : await knownTask(deps.database.sql, uuid)
  const taskName = found && !isAnswer(found) ? found.task.name : known?.name
  return { message: commentStored({ taskName }) }
}

/** `/onboard comment <task> <text>`: stored now; its author hears when the comment exists. */
export const commentOnTask = async (deps: BotDeps, request: CommentRequest): Promise<Answer> => {
  const { channel, user, source, text } = request
  const found = await findTask(deps, channel, request.task, (uuid) => `comment ${uuid} ${text}`)
  if (isAnswer(found)) return found
  await storeComment(deps, { source, channel, threadTs: null, user, taskUuid: found.uuid, text })
  return { message: commentStored({ taskName: found.task.name }) }
}
