import { knownTask } from '../../store/tracker/known-tasks.ts'
import { addReply, type NewReply } from '../../store/replies/replies.ts'
import type { TaskReference } from '../../commands/parse/reference.ts'
import { commentStored } from '../../messages/replies/comment-posted.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { findTask, isAnswer, taskMeant } from '../tracker/find-task.ts'

/** Stores words for a task, to be sent in the task's lane; a source that is known already is left as it is. */
export const storeComment = async (deps: BotDeps, words: NewReply): Promise<void> => {
  await deps.database.transaction(async (tx) => {
    const id = await addReply(tx, words, deps.now())
    if (id === undefined) return
    await deps.lanes.enqueue(tx, [{ kind: 'reply', lane: words.task_uuid, payload: { reply: id } }])
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
  const { channel, user: user_id, source, text } = request
  const task_uuid = await taskMeant(deps, channel, request.task)
  if (task_uuid === undefined) return false
  await storeComment(deps, { source, channel, user_id, task_uuid, text })
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
  const { channel, user: user_id, source, text } = request
  const found = await findTask(deps, channel, request.task, (uuid) => `comment ${uuid} ${text}`)
  if (isAnswer(found)) return found
  await storeComment(deps, { source, channel, user_id, task_uuid: found.uuid, text })
  return { message: commentStored({ taskName: found.task.name }) }
}
