import type { TrackerEvent } from '../../../contract/event.ts'
import { rememberTask } from '../../store/tracker/known.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../ledger/decision.ts'
import { taskCardUpdates } from '../ledger/task-card-updates.ts'
import { type TaskInView, taskInView } from '../tracker/task-in-view.ts'
import { plannedCard } from '../ledger/planned-card.ts'

type Event = Extract<TrackerEvent, { name: 'task_created' | 'task_updated' }>

/**
 * Where the tracker's own answer does not say whether a task is internal, its events do: only towards internal,
 * since an event proves nothing and a task wrongly held back harms nobody.
 */
const hearInternal = async (
  deps: BotDeps,
  { payload, objectUuid: uuid, projectUuid }: Event,
): Promise<void> => {
  if (payload.task.is_internal !== true || projectUuid === undefined) return
  const heard = { uuid, projectUuid, name: payload.task.name, isInternal: true }
  await rememberTask(deps.database.sql, heard, deps.now())
}

/** A task that is seen to begin: its card is written down, so that a first comment does not call it an old one. */
const newCards = async (deps: BotDeps, event: Event, view: TaskInView): Promise<Planned[]> => {
  if (event.name !== 'task_created') return []
  const routes = await audience(deps, event.name, view.project, view.internal)
  return routes.map((route) => plannedCard(view, route, false))
}

/** The task's card, if it has one, is changed in place; a change alone posts nothing. */
export const onTaskChanged = async (deps: BotDeps, event: Event): Promise<Decision> => {
  await hearInternal(deps, event)
  const view = await taskInView(deps, event.objectUuid, event.projectUuid)
  if (!view) return dropped('not verified: the tracker has no such task')
  const cards = await newCards(deps, event, view)
  return handled([...cards, ...(await taskCardUpdates(deps, view, event.timestamp))])
}
