import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../posts/plan/decision.ts'
import { cardIn, channelsOfTask } from '../posts/plan/planned-card.ts'
import { taskCardUpdates } from '../posts/plan/task-card-updates.ts'
import { lookAtTask, type TaskInView } from '../../tracker/task-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'task_created' | 'task_updated' }>

/** Trusts an event that calls a task internal, but not the reverse: hiding a task is harmless. */
const trustInternal = (view: TaskInView, { payload, projectUuid }: Event): TaskInView =>
  payload.task.is_internal === true && projectUuid !== undefined && typeof view.task.is_internal !== 'boolean'
    ? { ...view, internal: true }
    : view

/** Stores the cards of a new task, so that its first comment does not say that the task existed before. */
const newCards = async (deps: BotDeps, event: Event, view: TaskInView): Promise<Planned[]> => {
  if (event.name !== 'task_created') return []
  const readers = await audience(deps, await channelsOfTask(deps, view), event.name, view.internal)
  return readers.flatMap((reader) => cardIn(view, reader))
}

/** Updates the task's card in place, if it has one. A change alone posts nothing. */
export const onTaskChanged = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const seen = await lookAtTask(deps, event.objectUuid, event.projectUuid)
  if (!seen) return dropped('not verified: the tracker has no such task')
  const view = trustInternal(seen, event)
  const cards = await newCards(deps, event, view)
  return handled([...cards, ...(await taskCardUpdates(deps, view, event.version))], { task: view })
}
