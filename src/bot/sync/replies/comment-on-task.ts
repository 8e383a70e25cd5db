import { knownTask, knownProject } from '../../store/known-projects.ts'
import { addReply, type NewReply, replyJob } from '../store/replies.ts'
import { type TaskReference, taskReference, noTask, asTyped, firstWord } from '../../answers/reference.ts'
import { commentStored, commentDialog } from '../messages/task-dialogs.ts'
import { type Here, type Actor, mayKnowTask, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import {
  type Answer,
  type Press,
  type CommandInput,
  isMention,
  type Subcommand,
  unreadable,
} from '../../answers/answer.ts'
import { findTask, isAnswer, taskMeant, taskNamedFirst } from '../../answers/find-task.ts'
import { taskAt } from './take-reply.ts'
import { taskNotShared, threadOfDeletedTask } from '../messages/reply.ts'
import type { Message } from '../../kit/message.ts'
import { readersOfComment } from '../../audience/comment-readers.ts'
import { StaleValue } from '../../kit/facts.ts'
import { collectMentions, toPlain } from '../../kit/mrkdwn.ts'
import { plainName } from '../../kit/text.ts'
import { within } from '../../kit/time.ts'
import { pressForDialog } from '../../answers/messages/try-again.ts'

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
const storeComment = (deps: BotDeps, reply: NewReply): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const id = await addReply(tx, reply, deps.now())
    if (id === undefined) return
    await deps.lanes.enqueue(tx, [replyJob(reply.task_uuid, id)])
  })

interface CommentArgs {
  /** Undefined: the thread’s task, or the one whose whole name begins the text. */
  task: TaskReference | undefined
  /** Slack's markup. Mentions, links and emoji become words when the comment is sent. */
  text: string
}

interface CommentRequest {
  source: string
  thread_ts: string | null
  task: TaskReference
  text: string
}

/** Without a task by link or in quotes, takes the thread's, or the one whose name begins the text. */
const readComment = async (
  deps: BotDeps,
  actor: Here,
  { task, text }: CommentArgs,
  threadTs: string | undefined,
): Promise<CommentArgs> => {
  if (task) return { task, text }
  const uuid = await taskAt(deps, actor.place.channel, threadTs)
  if (uuid !== undefined) return { task: { by: 'uuid', uuid, projectUuid: undefined }, text }
  const named = await taskNamedFirst(deps, actor, text)
  return named ? { task: { by: 'text', text: named.name }, text: named.rest } : { task, text }
}

/** Undefined if the task or the text is missing. If Slack repeats a command, its trigger is the same. */
const requestOf = ({ task, text }: CommentArgs, input: CommandInput): CommentRequest | undefined =>
  task && text !== ''
    ? { source: `command:${input.triggerId}`, thread_ts: input.threadTs ?? null, task, text }
    : undefined

const storeRequest = (
  deps: BotDeps,
  { user: user_id, place: { channel } }: Here,
  { source, thread_ts, text }: CommentRequest,
  task_uuid: string,
) => storeComment(deps, { source, channel, thread_ts, user_id, task_uuid, text })

/** Stores the comment before Slack gets its answer, without asking the tracker. Undefined if text or task is unclear. */
export const commentAhead = async (deps: BotDeps, actor: Here, args: CommentArgs, input: CommandInput) => {
  const request = requestOf(await readComment(deps, actor, args, input.threadTs), input)
  const uuid = request && (await taskMeant(deps, actor, request.task))
  if (!request || uuid === undefined) return undefined
  await storeRequest(deps, actor, request, uuid)
  return async (): Promise<Answer> => {
    const found = await findTask(deps, actor, request.task, (other) => other).catch(() => undefined)
    const stored = await knownTask(deps.database.sql, uuid)
    const taskName = found && !isAnswer(found) ? found.task.name : stored?.name
    return { message: commentStored({ taskName }) }
  }
}

/** *Comment*. Opens from stored facts: a trigger expires in three seconds, and the tracker may be slower. */
export const openCommentDialog = async (
  deps: BotDeps,
  actor: Here,
  { value: taskUuid, threadTs, triggerId }: Pick<Press, 'value' | 'threadTs' | 'triggerId'>,
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  if (taskReference(taskUuid)?.by !== 'uuid') throw new StaleValue('names no task')
  if (!(await mayKnowTask(deps, actor, taskUuid))) return { message: taskNotShared() }
  const task = await knownTask(deps.database.sql, taskUuid)
  if (task?.deletedAt !== undefined) return { message: threadOfDeletedTask({ taskName: task.name }) }
  const project = task && (await knownProject(deps.database.sql, task.projectUuid))
  const about = {
    uuid: taskUuid,
    project: project && { ...project, stored: true },
    internal: task?.isInternal,
  }
  const chosen = {
    choice: { value: taskUuid, text: task?.name ?? 'this task' },
    ...(await readersOfComment(deps, actor.place, about)),
  }
  await deps.slack.openView(triggerId, commentDialog({ taskUuid, channel, threadTs, chosen }))
  return undefined
}

interface UsedOnMessage {
  triggerId: string
  message: {
    /** Undefined for an app's message. */
    user: string | undefined
    text: string
    files: readonly { name: string; permalink: string | undefined }[]
  }
}

/** A trigger expires after three seconds. Names that take longer stay ids. */
const patienceMs = 1_000

/** The message as a draft comment. Names the author, because the comment will carry the person's own name. */
const draftOf = async (deps: BotDeps, user: string, message: UsedOnMessage['message']): Promise<string> => {
  const { users, channels } = collectMentions(message.text)
  const ids = new Set([...users, ...(message.user ? [message.user] : [])])
  const [people, places] = await Promise.all([
    Promise.all([...ids].map((id) => within(patienceMs, deps.slack.person(id)))),
    Promise.all(channels.map((id) => within(patienceMs, deps.slack.channel(id)))),
  ])
  const nameOf = (id: string) => {
    const found = people.find((person) => person?.id === id)
    return found && plainName(found.name)
  }
  const plain = toPlain(message.text, {
    user: nameOf,
    channel: (id) => places.find((one) => one?.id === id)?.name,
  })
  const files = message.files.map(
    ({ name, permalink }) => `File: ${name}${permalink ? ` (${permalink})` : ''}`,
  )
  const words = [plain, ...files].filter((text) => text.trim() !== '').join('\n')
  const author = message.user === undefined || message.user === user ? undefined : nameOf(message.user)
  return author === undefined ? words : `${author} wrote: ${words}`
}

export const openCommentShortcut = async (
  deps: BotDeps,
  { user, place: { channel } }: Here,
  { message, triggerId }: UsedOnMessage,
): Promise<Answer | undefined> => {
  const [draft, place] = await Promise.all([
    draftOf(deps, user, message),
    within(patienceMs, deps.slack.channel(channel)),
  ])
  const alone = place?.member !== true || place.readersUnknown
  await deps.slack.openView(triggerId, commentDialog({ channel, alone, draft }))
  return undefined
}

const askForRest = async (
  deps: BotDeps,
  actor: Here,
  { task, text }: CommentArgs,
  input: CommandInput,
): Promise<Answer | undefined> => {
  const { triggerId, threadTs } = input
  const uuid = task && (await taskMeant(deps, actor, task))
  if (uuid === undefined && !may(actor, 'work'))
    return { message: unreadable(comment, 'Which task? Paste its link, or type its whole name.') }
  if (isMention(input)) return { message: pressForDialog({ run: input.text }) }
  return uuid === undefined
    ? openCommentShortcut(deps, actor, { triggerId, message: { user: actor.user, text, files: [] } })
    : openCommentDialog(deps, actor, { value: uuid, triggerId, threadTs })
}

export const comment: Subcommand<CommentArgs> = {
  name: 'comment',
  summary:
    'Comments on a task: the one you name, or in its thread that one. Without words, it opens a dialog.',
  usage: 'comment [URL | uuid | task name] [text]',
  examples: [
    'comment Kick-off call We are ready on Tuesday.',
    'comment "Kick-off call" We are ready on Tuesday.',
    'comment 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11 We are ready on Tuesday.',
    'comment',
  ],
  right: 'ask here',
  parse: (text) => {
    const { word, rest, quoted } = firstWord(text)
    const task = taskReference(asTyped(word))
    if (!quoted && task?.by === 'text') return { ok: true, task: undefined, text: text.trim() }
    return task ? { ok: true, task, text: rest } : { ok: false, problem: noTask }
  },
  run: async (deps, actor, args, input) => {
    const filledArgs = await readComment(deps, actor, args, input.threadTs)
    const request = requestOf(filledArgs, input)
    if (!request) return askForRest(deps, actor, filledArgs, input)
    const found = await findTask(deps, actor, request.task, (uuid) => `comment ${uuid} ${request.text}`)
    if (isAnswer(found)) return found
    await storeRequest(deps, actor, request, found.uuid)
    return { message: commentStored({ taskName: found.task.name }) }
  },
}
