import { entered } from '../../../contract/text.ts'
import { knownTask } from '../../store/known-projects.ts'
import { addReply, beginCorrection, type NewReply, replyBySource, type ReplyRow } from '../store/replies.ts'
import { queueComment } from './pending.ts'
import {
  type TaskReference,
  taskReference,
  noTask,
  asTyped,
  firstWord,
  wordsOf as wordsOfTask,
} from '../../answers/reference.ts'
import { commentDialog } from '../messages/task-dialogs.ts'
import { type Here, type Actor, mayKnowTask, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import {
  type Answer,
  type OnPress,
  type Press,
  type CommandInput,
  type Subcommand,
  unreadable,
} from '../../answers/answer.ts'
import { findTask, isAnswer, taskMeant, taskNamedFirst } from '../../answers/find-task.ts'
import { taskAt } from './take-reply.ts'
import { alreadySent, taskNotShared, threadOfDeletedTask } from '../messages/reply.ts'
import type { Message } from '../../kit/message.ts'
import { readersOfComment } from '../../audience/comment-readers.ts'
import { storedForReaders, taskForReaders } from '../../tracker/task-in-view.ts'
import {
  askFirst,
  draftState,
  ownComment,
  patienceMs,
  takeDraftBack,
  type UsedOnMessage,
  wordsOf,
} from './comment-draft.ts'
import { StaleValue } from '../../kit/facts.ts'
import { within } from '../../kit/time.ts'

interface Submitted {
  taskUuid: string
  threadTs?: string | undefined
  text: string
  viewId: string
  /** The stored comment that the dialog edits, unless the dialog shows only its beginning. */
  draft?: number | undefined
  /** The reply whose edit the comment passes on. */
  corrects?: number | undefined
}

/** Escapes the dialog's plain text as Slack escapes messages. Returns the refusal, if any. */
export const commentFromDialog = async (
  deps: BotDeps,
  actor: Actor,
  { taskUuid: task_uuid, threadTs, text: typed, viewId, draft, corrects }: Submitted,
): Promise<Message | undefined> => {
  if (!(await mayKnowTask(deps, actor, task_uuid))) return taskNotShared()
  const { user: user_id, place } = actor
  const text = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const channel = place?.channel ?? user_id
  const thread_ts = place && threadTs !== undefined ? threadTs : null
  const comment = { source: `view:${viewId}`, channel, thread_ts, user_id, task_uuid, text }
  return (await storeComment(deps, comment, { draft, corrects })) ? undefined : alreadySent()
}

/** Stores a comment and queues it in the task's lane. Skips a known source. False if its draft was sent. */
const storeComment = (
  deps: BotDeps,
  reply: NewReply,
  { draft, corrects }: Pick<Submitted, 'draft' | 'corrects'> = {},
): Promise<boolean> =>
  deps.database.transaction(async (tx) => {
    if (await replyBySource(tx.sql, reply.source)) return true
    if (draft !== undefined && !(await takeDraftBack(tx, draft, reply.user_id, deps.now()))) return false
    const id = await addReply(tx, reply, deps.now())
    if (id === undefined || reply.ended) return true
    if (corrects !== undefined) await beginCorrection(tx, reply, corrects, id)
    await queueComment(deps, tx, reply.task_uuid, id)
    return true
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

/** Returns the draft that waits for *Send*, where outsiders read. Otherwise its author reads what becomes of it. */
const storeRequest = async (
  deps: BotDeps,
  { user: user_id, place }: Here,
  { source, thread_ts, text }: CommentRequest,
  task_uuid: string,
): Promise<ReplyRow | undefined> => {
  const ended = place.shared ? { ended: draftState(deps.now()) } : {}
  await storeComment(deps, { source, channel: place.channel, thread_ts, user_id, task_uuid, text, ...ended })
  const stored = place.shared ? await replyBySource(deps.database.sql, source) : undefined
  return stored?.state === 'draft' ? stored : undefined
}

/** Stores the comment before Slack gets its answer, without asking the tracker. Undefined if text or task is unclear. */
export const commentAhead = async (deps: BotDeps, actor: Here, args: CommentArgs, input: CommandInput) => {
  const request = requestOf(await readComment(deps, actor, args, input.threadTs), input)
  const uuid = request && (await taskMeant(deps, actor, request.task))
  if (!request || uuid === undefined) return undefined
  const draft = await storeRequest(deps, actor, request, uuid)
  return async () => draft && askFirst(deps, actor, draft, await taskForReaders(deps, uuid))
}

/** *Comment*. Opens from stored facts: a trigger expires in three seconds, and the tracker may be slower. */
export const openCommentDialog = async (
  deps: BotDeps,
  actor: Here,
  { value: taskUuid, threadTs, triggerId }: Pick<Press, 'value' | 'threadTs' | 'triggerId'>,
  written: { draft?: string; edits?: number; corrects?: number } = {},
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  if (taskReference(taskUuid)?.by !== 'uuid') throw new StaleValue('names no task')
  if (!(await mayKnowTask(deps, actor, taskUuid))) return { message: taskNotShared() }
  const stored = await knownTask(deps.database.sql, taskUuid)
  if (stored?.deletedAt !== undefined) return { message: threadOfDeletedTask({ taskName: stored.name }) }
  const task = await storedForReaders(deps, taskUuid)
  const chosen = {
    choice: { value: taskUuid, text: task.name ?? 'this task' },
    ...(await readersOfComment(deps, actor.place, task)),
  }
  await deps.slack.openView(triggerId, commentDialog({ taskUuid, channel, threadTs, chosen, ...written }))
  return undefined
}

/** *Edit*: the dialog *Comment* with the words of a comment that waits for *Send*. */
export const editDraft: OnPress<Here> = async (deps, actor, { value, triggerId }) => {
  const reply = await ownComment(deps, actor, value)
  if (reply?.state !== 'draft') return { message: alreadySent(), replace: true }
  const { task_uuid: task, thread_ts: thread, text, user_id: user, id } = reply
  const draft = await wordsOf(deps, user, { user, text, files: [] })
  const press = { value: task, threadTs: thread ?? undefined, triggerId }
  return openCommentDialog(deps, actor, press, { draft, edits: id })
}

/** *Post a correction*: the same dialog, with the words that a reply has in Slack by now. */
export const openCorrection: OnPress<Here> = async (deps, actor, press) => {
  const [task = '', id = ''] = press.value.split(' ')
  const reply = await ownComment(deps, actor, id)
  const written = reply?.task_uuid === task && {
    draft: await wordsOf(deps, actor.user, { user: actor.user, text: reply.text, files: [] }),
    corrects: reply.id,
  }
  return openCommentDialog(deps, actor, { ...press, value: task }, written || {})
}

/** `missing`: the words by which no task was found. */
export const openCommentShortcut = async (
  deps: BotDeps,
  { user, place: { channel } }: Here,
  { message, triggerId }: UsedOnMessage,
  missing?: string,
): Promise<Answer | undefined> => {
  const [draft, place] = await Promise.all([
    wordsOf(deps, user, message),
    within(patienceMs, deps.slack.channel(channel)),
  ])
  const alone = place?.member !== true || place.readersUnknown !== false
  await deps.slack.openView(triggerId, commentDialog({ channel, alone, draft, missing }))
  return undefined
}

/** The dialog has the words of the comment, without those by which no task was found. */
const askWhich = (
  deps: BotDeps,
  actor: Here,
  { task, text }: CommentRequest,
  { triggerId }: CommandInput,
) => {
  const message = { user: actor.user, text, files: [] }
  return openCommentShortcut(deps, actor, { triggerId, message }, wordsOfTask(task))
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
  return uuid === undefined
    ? openCommentShortcut(deps, actor, { triggerId, message: { user: actor.user, text, files: [] } })
    : openCommentDialog(deps, actor, { value: uuid, triggerId, threadTs })
}

export const comment: Subcommand<CommentArgs> = {
  name: 'comment',
  summary:
    'Comments on a task: the one you name, or in its thread that one. Without words, it opens a dialog.',
  usage: 'comment [task’s name or link] [text]',
  isFor: 'channels',
  examples: [
    'comment Hold the kickoff call We are ready on Tuesday.',
    'comment "Hold the kickoff call" We are ready on Tuesday.',
    'comment 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11 We are ready on Tuesday.',
    'comment',
  ],
  right: 'ask here',
  parse: (text) => {
    const { word, rest, quoted } = firstWord(text)
    const task = taskReference(asTyped(word))
    if (!quoted && task?.by === 'text') return { ok: true, task: undefined, text: entered(text) }
    return task ? { ok: true, task, text: rest } : { ok: false, problem: noTask }
  },
  run: async (deps, actor, args, input) => {
    const filledArgs = await readComment(deps, actor, args, input.threadTs)
    const request = requestOf(filledArgs, input)
    if (!request) return askForRest(deps, actor, filledArgs, input)
    const found = await findTask(deps, actor, request.task, (uuid) => `comment ${uuid} ${request.text}`)
    if (isAnswer(found)) {
      const isMissing = 'message' in found && found.missing === true && may(actor, 'work')
      return isMissing ? askWhich(deps, actor, request, input) : found
    }
    const draft = await storeRequest(deps, actor, request, found.uuid)
    return draft && askFirst(deps, actor, draft, { ...found, name: found.task.name })
  },
}
