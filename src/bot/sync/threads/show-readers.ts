import { taskWithProject } from '../../store/known/known-of-task.ts'
import { commentDialog, commentMetadata } from '../replies/messages/comment-dialog.ts'
import { type ChosenTask, readersOfTask } from '../../kit/cards/comment-readers.ts'
import { syncDialog, syncMetadata } from './messages/sync-dialog.ts'
import type { Choice } from '../../kit/options.ts'
import type { Here } from '../../audience/actor.ts'
import { mayKnowTask } from '../../audience/may.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { readValue } from '../../kit/stale-value.ts'
import { updateView } from '../../answers/views.ts'
import { taskInView } from '../../tracker/task-in-view.ts'

/** A task whose link was pasted may be new to the bot, so the tracker is asked. */
const factsOf = async (deps: BotDeps, uuid: string): Promise<Omit<ChosenTask, 'choice'>> => {
  const known = await taskWithProject(deps.database.sql, uuid)
  if (known?.task.isInternal !== undefined) {
    const { task, project } = known
    return {
      readers: readersOfTask(task.isInternal),
      accountName: project.accountName,
      projectName: project.name,
    }
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
