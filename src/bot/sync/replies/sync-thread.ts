import { taskPages } from '../../tracker/views.ts'
import { channelSettings } from '../../store/channel-settings.ts'
import { postAt, postOf } from '../store/posts.ts'
import { lastKeyLike } from '../store/past-posts.ts'
import { joinedTask, joinThread, leaveThread } from '../store/task-threads.ts'
import type { Tx } from '../../store/database.ts'
import { type TaskReference, noTask, taskReference, unquoted } from '../../answers/reference.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Message, line, message } from '../../kit/message.ts'
import { threadOfDeletedTask } from '../messages/reply.ts'
import { readersOfTask, type ChosenTask } from '../../kit/task-card.ts'
import {
  internalNotHere,
  notReceived,
  threadOfOther,
  whichThread,
  alreadySynced,
  syncedForYou,
  syncDialog,
  type SyncMetadata,
  syncMetadataSchema,
  commentDialog,
  commentMetadataSchema,
} from '../messages/task-dialogs.ts'
import { type SyncedFacts, threadSyncedSchema } from '../messages/task.ts'
import { type Here, maySteer, mayKnowTask } from '../../audience/actor.ts'
import { type Route, whyNotTell } from '../../audience/audience.ts'
import { readersOfComment, readersOfReplies } from '../../audience/comment-readers.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Answer, explained, type OnPress, type Subcommand, updateView } from '../../answers/answer.ts'
import { queuePosts, type WantedPost } from '../posts/decision.ts'
import { readFacts } from '../kinds/kind.ts'
import { taskCardPost } from '../posts/task-cards.ts'
import { taskOfThread } from './take-reply.ts'
import { chooseTask, findTask, isAnswer } from '../../answers/find-task.ts'
import { type TaskInView, taskForReaders, type TaskForReaders } from '../../tracker/task-in-view.ts'
import { notFound } from '../../answers/messages/answers.ts'
import { taskWithProject } from '../../store/known-projects.ts'
import { type Choice, notice } from '../../kit/form-elements.ts'
import { callbacks } from '../../kit/ids.ts'
import { readValue } from '../../kit/facts.ts'

const syncedFacts = (view: TaskInView, route: Route): SyncedFacts => {
  const { url: taskUrl, portalUrl } = taskPages(view, route)
  return {
    taskName: view.task.name,
    taskUrl,
    portalUrl,
    accountName: view.project.accountName,
    readers: readersOfTask(view.internal),
  }
}

/** `carded`: the task whose card begins the thread. */
const mayNotSync = async (
  deps: BotDeps,
  actor: Here,
  view: TaskInView,
  carded: string | undefined,
): Promise<Message | undefined> => {
  const { place } = actor
  const { name: taskName, project } = view.task
  const refused = await maySteer(deps, actor, place.channel)
  if (refused) return refused.message
  const why = await whyNotTell(deps, place, view, true)
  if (why === 'internal') return internalNotHere({ taskName })
  if (why === 'not received')
    return notReceived({ taskName, projectName: project.name, projectUuid: view.project.uuid })
  if (carded === undefined || carded === view.uuid) return undefined
  const other = await deps.api.getTask({ task_uuid: carded }).catch(() => undefined)
  return other ? threadOfOther({ taskName: other.name }) : threadOfDeletedTask({})
}

const join = async (deps: BotDeps, tx: Tx, { user, place }: Here, view: TaskInView, threadTs: string) => {
  const { channel } = place
  const at = deps.now()
  if (!(await joinThread(tx, { channel, threadTs, taskUuid: view.uuid }, { user, at }))) return
  const key = `${threadTs}@${view.uuid}@${at}`
  const facts = { key, by: user, ...syncedFacts(view, place) }
  const on = { kind: 'task_card' as const, uuid: view.uuid }
  const line: WantedPost = { channel, kind: 'thread_synced', objectUuid: key, on, facts }
  await queuePosts(deps, tx, [taskCardPost(view, place), line])
}

/** Connects the thread to the task. Returns the refusal, if any. */
const syncThread = async (
  deps: BotDeps,
  actor: Here,
  view: TaskInView,
  threadTs: string,
): Promise<Message | undefined> => {
  const root = await postAt(deps.database.sql, actor.place.channel, threadTs)
  const carded = root && taskOfThread(root)
  const refused = await mayNotSync(deps, actor, view, carded)
  if (refused) return refused
  // Under the task's own card there is nothing to change.
  if (carded !== view.uuid) await deps.database.transaction((tx) => join(deps, tx, actor, view, threadTs))
  return undefined
}

const syncedMessage = async (deps: BotDeps, { place }: Here, view: TaskInView): Promise<Message> => {
  const settings = await channelSettings(deps.database.sql, place.channel)
  const readers = await readersOfReplies(deps, place, settings, view.uuid)
  return syncedForYou({ ...syncedFacts(view, place), ...readers })
}

/** *Stop syncing*: replies stay in Slack again. The line in the thread says so. */
export const stopSyncing: OnPress<Here> = async (deps, actor, { value: key }) => {
  const { user, place } = actor
  const { channel } = place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const row = await postOf(deps.database.sql, { channel, kind: 'thread_synced', objectUuid: key })
  const [threadTs = '', taskUuid = ''] = key.split('@')
  if (!row || (await joinedTask(deps.database.sql, channel, threadTs)) !== taskUuid)
    return { message: staleButton() }
  await deps.database.transaction(async (tx) => {
    await leaveThread(tx, { channel, threadTs, taskUuid })
    const facts = { ...readFacts(threadSyncedSchema, row), endedBy: user }
    const line = { channel, kind: 'thread_synced', objectUuid: key, change: true } as const
    await queuePosts(deps, tx, [{ ...line, facts }])
  })
  return undefined
}

/** Why a thread can't be synced with the chosen task here, or else who reads its replies. */
const syncFacts = async (deps: BotDeps, place: Route, task: TaskForReaders) => {
  const { uuid, name: taskName = 'this task', internal, project } = task
  const why = project && (await whyNotTell(deps, place, task, true))
  const refused =
    why === 'internal'
      ? internalNotHere({ taskName })
      : why && notReceived({ taskName, projectName: project?.name ?? '', projectUuid: project?.uuid ?? '' })
  const settings = await channelSettings(deps.database.sql, place.channel)
  const readers = await readersOfReplies(deps, place, settings, uuid)
  return { readers: readersOfTask(internal), accountName: project?.accountName, refused, ...readers }
}

interface Chosen {
  viewId: string
  /** The dialog *Sync a thread*, otherwise *Comment on a task*. */
  isSync: boolean
  metadata: string
  choice: Choice
  text: string
}

const chosenOf = async (
  deps: BotDeps,
  actor: Here,
  { isSync, metadata, choice }: Pick<Chosen, 'isSync' | 'metadata' | 'choice'>,
): Promise<ChosenTask> => {
  if (!(await mayKnowTask(deps, actor, choice.value))) return { choice, readers: 'unknown' }
  const task = await taskForReaders(deps, choice.value)
  const { alone } = isSync ? {} : readValue(commentMetadataSchema, metadata)
  const facts = isSync
    ? await syncFacts(deps, actor.place, task)
    : await readersOfComment(deps, alone ? undefined : actor.place, task)
  return { choice, projectName: task.project?.name, ...facts }
}

/** Another task was chosen: the dialog says who reads it, before anything is published. */
export const showReaders = async (
  deps: BotDeps,
  actor: Here,
  { viewId, isSync, metadata, choice, text }: Chosen,
): Promise<void> => {
  const chosen = await chosenOf(deps, actor, { isSync, metadata, choice })
  const view = isSync
    ? syncDialog(readValue(syncMetadataSchema, metadata), chosen)
    : commentDialog({ ...readValue(commentMetadataSchema, metadata), draft: text, chosen })
  await updateView(deps, viewId, view)
}

/** The shortcut *Sync thread with a task*. On a message without replies, its thread begins with it. */
export const openSyncDialog = async (
  deps: BotDeps,
  actor: Here,
  { triggerId, ts, threadTs = ts }: { triggerId: string; ts: string; threadTs?: string | undefined },
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  await deps.slack.openView(triggerId, syncDialog({ channel, threadTs }))
  return stopOffer(deps, channel, threadTs)
}

/** Of a thread that is synced. Where outsiders read, the line in the thread has no such button. */
const stopOffer = async (deps: BotDeps, channel: string, threadTs: string): Promise<Answer | undefined> => {
  const { sql } = deps.database
  const task = await joinedTask(sql, channel, threadTs)
  const key = task && (await lastKeyLike(sql, channel, 'thread_synced', `${threadTs}@${task}@`))
  const { task: { name: taskName } = {} } = (task && (await taskWithProject(sql, task))) || {}
  return key && taskName !== undefined ? { message: alreadySynced({ key, taskName }) } : undefined
}

const syncOutcome = async (
  deps: BotDeps,
  actor: Here,
  { threadTs }: SyncMetadata,
  taskUuid: string,
): Promise<Message> => {
  const reference = { by: 'uuid', uuid: taskUuid, projectUuid: undefined } as const
  const view = await findTask(deps, actor, reference, (uuid) => uuid)
  if (isAnswer(view)) return 'message' in view ? view.message : notFound({ what: 'task', query: taskUuid })
  const refused = await syncThread(deps, actor, view, threadTs)
  return refused ?? (await syncedMessage(deps, actor, view))
}

/** Asks the tracker after Slack got its answer, and shows in the dialog what came of it, or the dialog again. */
export const takeSync = (
  deps: BotDeps,
  actor: Here,
  viewId: string,
  metadata: SyncMetadata,
  choice: Choice,
) => ({
  done: message(line('Asking the tracker…')),
  later: async (): Promise<void> => {
    const view = await syncOutcome(deps, actor, metadata, choice.value).then(
      (said) => notice(callbacks.syncDialog, said),
      (error: unknown) => {
        const { blocks, ...dialog } = syncDialog(metadata, { choice, readers: 'unknown' })
        return { ...dialog, blocks: [...explained(deps, error, { by: actor }).blocks, ...blocks] }
      },
    )
    await updateView(deps, viewId, view)
  },
})

export const sync: Subcommand<{ task: TaskReference | undefined }> = {
  name: 'sync',
  summary:
    'Syncs a thread with a task: replies become comments. Mention the app in the thread: @Onboarding sync …',
  usage: 'sync [task’s name or link]',
  isFor: 'channels',
  examples: ['sync kickoff', 'sync 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11', 'sync'],
  right: 'work',
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return { ok: true, task: undefined }
    const found = taskReference(words)
    return found ? { ok: true, task: found } : { ok: false, problem: noTask }
  },
  run: async (deps, actor, { task }, { threadTs }) => {
    if (threadTs === undefined) return { message: whichThread() }
    const run = (uuid: string) => `sync ${uuid}`
    if (!task) return chooseTask(deps, actor, run)
    const view = await findTask(deps, actor, task, run)
    if (isAnswer(view)) return view
    const refused = await syncThread(deps, actor, view, threadTs)
    return { message: refused ?? (await syncedMessage(deps, actor, view)) }
  },
}
