import type { ModalView } from '@slack/types'
import { line, message } from '../../kit/message.ts'
import { notFound } from '../../answers/messages/answers.ts'
import { syncDialog, type SyncMetadata, syncNotice, syncMetadata } from './messages/sync-dialog.ts'
import { type Here, maySteer, mayKnowTask } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Answer, explained, updateView } from '../../answers/answer.ts'
import { findTask, isAnswer } from '../../answers/find-task.ts'
import { saySynced, syncThread } from './sync-thread.ts'
import { taskWithProject } from '../../store/known-projects.ts'
import { commentDialog, commentMetadata } from '../replies/messages/comment-dialog.ts'
import { type ChosenTask, readersOfTask } from '../../kit/task-card.ts'
import type { Choice } from '../../kit/form-elements.ts'
import { readValue } from '../../kit/facts.ts'
import { taskInView } from '../../tracker/task-in-view.ts'

/** A task whose link was pasted may be new to the bot, so the tracker is asked. */
const factsOf = async (deps: BotDeps, uuid: string): Promise<Omit<ChosenTask, 'choice'>> => {
  const known = await taskWithProject(deps.database.sql, uuid)
  if (known?.task.isInternal !== undefined) {
    const { accountName, name: projectName } = known.project
    return { readers: readersOfTask(known.task.isInternal), accountName, projectName }
  }
  const view = await taskInView(deps, uuid, undefined).catch(() => undefined)
  const { accountName, name: projectName } = view?.project ?? {}
  return { readers: readersOfTask(view?.internal), accountName, projectName }
}

interface Chosen {
  viewId: string
  /** The dialog *Sync a thread*, otherwise *Comment on a task*. */
  isSync: boolean
  metadata: string
  choice: Choice
  /** The comment as typed so far. */
  text: string
}

/** Another task was chosen: the dialog says who reads it, before anything is published. */
export const showReaders = async (
  deps: BotDeps,
  actor: Here,
  { viewId, isSync, metadata, choice, text }: Chosen,
): Promise<void> => {
  const mayKnow = await mayKnowTask(deps, actor, choice.value)
  const chosen: ChosenTask = mayKnow
    ? { choice, ...(await factsOf(deps, choice.value)) }
    : { choice, readers: 'unknown' }
  const view = isSync
    ? syncDialog(readValue(syncMetadata, metadata), chosen)
    : commentDialog({ ...readValue(commentMetadata, metadata), draft: text, chosen })
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
  return undefined
}

/** What the dialog shows next. */
const outcome = async (
  deps: BotDeps,
  actor: Here,
  { threadTs }: SyncMetadata,
  taskUuid: string,
): Promise<ModalView> => {
  const reference = { by: 'uuid', uuid: taskUuid, projectUuid: undefined } as const
  const view = await findTask(deps, actor, reference, (uuid) => uuid)
  if (isAnswer(view))
    return syncNotice('message' in view ? view.message : notFound({ what: 'task', query: taskUuid }))
  const refused = await syncThread(deps, actor, view, threadTs)
  return syncNotice(refused ?? (await saySynced(deps, actor, view)))
}

/** Asks the tracker after Slack got its answer, and shows in the dialog what came of it. */
export const takeSync = (
  deps: BotDeps,
  actor: Here,
  viewId: string,
  metadata: SyncMetadata,
  taskUuid: string,
) => ({
  instead: syncNotice(message(line('Asking the tracker…'))),
  later: async (): Promise<void> => {
    const view = await outcome(deps, actor, metadata, taskUuid).catch((error: unknown) =>
      syncNotice(explained(deps, error, { by: actor })),
    )
    await updateView(deps, viewId, view)
  },
})
