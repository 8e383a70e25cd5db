import { channelSettings } from '../../audience/store/channel-settings.ts'
import { postAt, postOf } from '../posts/store/posts.ts'
import { joinedTask, joinThread, leaveThread } from '../posts/store/task-threads.ts'
import type { Tx } from '../../store/database.ts'
import type { TaskReference } from '../../answers/reference.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import type { Message } from '../../kit/message.ts'
import { threadOfDeletedTask } from '../replies/messages/not-taken.ts'
import { readersOfTask } from '../../kit/task-card.ts'
import {
  internalNotHere,
  notReceived,
  threadOfOther,
  whichThread,
  syncedForYou,
} from './messages/sync-dialog.ts'
import { type SyncedFacts, threadSyncedSchema } from '../posts/messages/thread.ts'
import { type Here, maySteer } from '../../audience/actor.ts'
import { repliesIn, type Route, whyNotTell } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer, OnPress } from '../../answers/answer.ts'
import { commitPlanned, writePlanned } from '../posts/decision.ts'
import { readFacts } from '../posts/post-facts.ts'
import { plannedCard } from '../posts/task-cards.ts'
import { taskOfThread } from '../replies/take-reply.ts'
import { chooseTask, findTask, isAnswer } from '../../answers/find-task.ts'
import { type TaskInView, taskUrl } from '../../tracker/task-in-view.ts'

const syncedFacts = (view: TaskInView, route: Route): SyncedFacts => ({
  taskName: view.task.name,
  taskUrl: taskUrl(view, route),
  accountName: view.project.accountName,
  readers: readersOfTask(view.internal),
})

/** The task whose card begins this thread. */
const cardedTask = async (deps: BotDeps, channel: string, threadTs: string): Promise<string | undefined> => {
  const root = await postAt(deps.database.sql, channel, threadTs)
  return root && taskOfThread(root)
}

/** Why a thread in this channel can't become the task's. */
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

/** Stores that the thread is the task's, and tells everybody in it. */
const join = async (deps: BotDeps, tx: Tx, { user, place }: Here, view: TaskInView, threadTs: string) => {
  const { channel } = place
  const at = deps.now()
  if (!(await joinThread(tx, { channel, threadTs, taskUuid: view.uuid }, { user, at }))) return
  const key = `${threadTs}@${view.uuid}@${at}`
  const facts = { key, by: user, ...syncedFacts(view, place) }
  const on = { kind: 'task_card' as const, uuid: view.uuid }
  const planned = await writePlanned(deps, tx, null, [
    plannedCard(view, place),
    { channel, kind: 'thread_synced', objectUuid: key, on, facts },
  ])
  await deps.lanes.enqueue(tx, planned)
}

/** Makes the thread the task's. Returns why not, if it can't be. */
export const syncThread = async (
  deps: BotDeps,
  actor: Here,
  view: TaskInView,
  threadTs: string,
): Promise<Message | undefined> => {
  const carded = await cardedTask(deps, actor.place.channel, threadTs)
  const refused = await mayNotSync(deps, actor, view, carded)
  if (refused) return refused
  // Under the task's own card there is nothing to change.
  if (carded !== view.uuid) await deps.database.transaction((tx) => join(deps, tx, actor, view, threadTs))
  return undefined
}

/** What the person hears, with what becomes of replies in this channel. */
export const saySynced = async (deps: BotDeps, { place }: Here, view: TaskInView): Promise<Message> => {
  const settings = await channelSettings(deps.database.sql, place.channel)
  return syncedForYou({ ...syncedFacts(view, place), replies: repliesIn(place, settings) })
}

/** `@Onboarding sync <task>` in a thread. Everybody in it sees what was done. */
export const syncByCommand = async (
  deps: BotDeps,
  actor: Here,
  { task, threadTs }: { task: TaskReference | undefined; threadTs: string | undefined },
): Promise<Answer> => {
  if (threadTs === undefined) return { message: whichThread() }
  const run = (uuid: string) => `sync ${uuid}`
  if (!task) return chooseTask(deps, actor, run)
  const view = await findTask(deps, actor, task, run)
  if (isAnswer(view)) return view
  const refused = await syncThread(deps, actor, view, threadTs)
  return { message: refused ?? (await saySynced(deps, actor, view)) }
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
    await commitPlanned(deps, tx, [{ ...line, facts }])
  })
  return undefined
}
