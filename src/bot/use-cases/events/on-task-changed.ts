import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../ledger/decision.ts'
import { cardIn, channelsOfTask } from '../ledger/planned-card.ts'
import { taskCardUpdates } from '../ledger/task-card-updates.ts'
import { lookAtTask, type TaskInView } from '../tracker/task-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'task_created' | 'task_updated' }>

/**
 * Where the tracker's own answer does not say whether a task is internal, its events do: only towards internal,
 * since an event proves nothing and a task wrongly held back harms nobody.
 */
const hearInternal = (view: TaskInView, { payload, projectUuid }: Event): TaskInView =>
  payload.task.is_internal === true && projectUuid !== undefined && typeof view.task.is_internal !== 'boolean'
    ? { ...view, internal: true }
    : view

/** A task that is seen to begin: its card is written down, so that a first comment does not call it an old one. */
const newCards = async (deps: BotDeps, event: Event, view: TaskInView): Promise<Planned[]> => {
  if (event.name !== 'task_created') return []
  const readers = await audience(deps, await channelsOfTask(deps, view), event.name, view.internal)
  return readers.flatMap((reader) => cardIn(view, reader, false))
}

/** The task's card, if it has one, is changed in place; a change alone posts nothing. */
export const onTaskChanged = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const seen = await lookAtTask(deps, event.objectUuid, event.projectUuid)
  if (!seen) return dropped('not verified: the tracker has no such task')
  const view = hearInternal(seen, event)
  const cards = await newCards(deps, event, view)
  return handled([...cards, ...(await taskCardUpdates(deps, view, event.timestamp))], { task: view })
}
