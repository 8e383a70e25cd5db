import { knownTask } from '../../store/known-tasks.ts'
import { addReply, type NewReply } from './store/replies.ts'
import type { TaskReference } from '../../answers/reference.ts'
import { commentStored } from './messages/comment-dialog.ts'
import { type Here, type Actor, mayKnowTask } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { findTask, isAnswer, taskMeant, taskNamedFirst } from '../../answers/find-task.ts'
import { taskAt } from './thread-root.ts'
import { taskNotShared } from './messages/not-taken.ts'
import type { Message } from '../../kit/message.ts'

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

/** Stores a comment and queues it in the task's lane. Skips a known source. */
const storeComment = (deps: BotDeps, words: NewReply): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const id = await addReply(tx, words, deps.now())
    if (id === undefined) return
    await deps.lanes.enqueue(tx, [{ kind: 'reply', lane: words.task_uuid, payload: { reply: id } }])
  })

export interface CommentArgs {
  /** Undefined: the thread’s task, or the one whose whole name begins the text. */
  task: TaskReference | undefined
  /** Slack's markup. Mentions, links and emoji become words when the comment is sent. */
  text: string
}

export interface CommentRequest {
  source: string
  task: TaskReference
  text: string
}

/** Fills in the task that the words don't name by link or in quotes, if the place or their beginning tells. */
export const readComment = async (
  deps: BotDeps,
  actor: Here,
  { task, text }: CommentArgs,
  threadTs: string | undefined,
): Promise<CommentArgs> => {
  if (task) return { task, text }
  const here = await taskAt(deps, actor.place.channel, threadTs)
  if (here !== undefined) return { task: { by: 'uuid', uuid: here, projectUuid: undefined }, text }
  const named = await taskNamedFirst(deps, actor, text)
  return named ? { task: { by: 'text', text: named.name }, text: named.rest } : { task, text }
}

const wordsOf = ({ user: user_id, place }: Here, { source, text }: CommentRequest) => ({
  source,
  channel: place.channel,
  user_id,
  text,
})

/**
 * Stores the comment without asking the tracker, before Slack gets its answer. False if the task is unclear.
 */
export const storeAhead = async (deps: BotDeps, actor: Here, request: CommentRequest): Promise<boolean> => {
  const task_uuid = await taskMeant(deps, actor, request.task)
  if (task_uuid === undefined) return false
  await storeComment(deps, { ...wordsOf(actor, request), task_uuid })
  return true
}

/** Answers for a stored comment. The author is told later whether it succeeded. */
export const answerStored = async (deps: BotDeps, actor: Here, { task }: CommentRequest): Promise<Answer> => {
  const found = await findTask(deps, actor, task, (uuid) => uuid).catch(() => undefined)
  const uuid = await taskMeant(deps, actor, task)
  const known = uuid === undefined ? undefined : await knownTask(deps.database.sql, uuid)
  const taskName = found && !isAnswer(found) ? found.task.name : known?.name
  return { message: commentStored({ taskName }) }
}

/** `/onboard comment <task> <text>`: stores the comment. The author is told when it exists. */
export const commentOnTask = async (deps: BotDeps, actor: Here, request: CommentRequest): Promise<Answer> => {
  const found = await findTask(deps, actor, request.task, (uuid) => `comment ${uuid} ${request.text}`)
  if (isAnswer(found)) return found
  await storeComment(deps, { ...wordsOf(actor, request), task_uuid: found.uuid })
  return { message: commentStored({ taskName: found.task.name }) }
}
