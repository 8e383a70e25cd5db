import type { TrackerEvent } from '../../../contract/event.ts'
import type { TaskCompletedFacts } from '../posts/messages/task-completed-line.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience, mayShow, type Route } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../posts/plan/decision.ts'
import { taskSubject } from '../posts/plan/subject.ts'
import { taskCardUpdates } from '../posts/plan/task-card-updates.ts'
import { isDone } from '../../tracker/is-completed.ts'
import { lookAtTask, taskNotes, type TaskInView, taskUrl } from '../../tracker/task-in-view.ts'
import { cardIn, channelsOfTask } from '../posts/plan/planned-card.ts'

type Event = Extract<TrackerEvent, { name: 'task_completed' }>

type Next = { name: string; view: TaskInView | undefined }

/** The project's next task according to the tracker. Only the event's name if it has no uuid. */
const nextTask = async (deps: BotDeps, event: Event, project: string): Promise<Next | undefined> => {
  const { uuid, name } = event.payload.next_task_to_complete ?? {}
  if (typeof uuid === 'string') {
    const view = await lookAtTask(deps, uuid, event.projectUuid)
    return view?.project.uuid === project ? { name: view.task.name, view } : undefined
  }
  return typeof name === 'string' ? { name, view: undefined } : undefined
}

/** A shared channel does not get the name of a task that is internal or may be. */
const nextFor = (next: Next | undefined, route: Route): Partial<TaskCompletedFacts> => {
  if (!next || !mayShow(route, next.view?.internal)) return {}
  const url = next.view && taskUrl(next.view, route)
  return { nextTaskName: next.name, nextTaskUrl: url }
}

/** Only the event has the form answers. Shown after the tracker confirms the completion. */
const facts = (event: Event, taskName: string): TaskCompletedFacts => {
  const { task } = event.payload
  return {
    taskName,
    completedBy: task.completed_by_name || event.modifiedBy?.full_name || undefined,
    completedDate: task.completed_date || event.timestamp,
    answers: (task.subtasks_answers ?? []).map(({ name, answer }) => ({ name: name ?? '', answer })),
  }
}

/** Posts a line in the task's thread and updates the card. */
export const onTaskCompleted = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await lookAtTask(deps, event.objectUuid, event.projectUuid)
  if (!view) return dropped('not verified: the tracker has no such task')
  if (view.task.status && !isDone(view.task.status))
    return dropped('not verified: the task is not completed', { task: view })
  const channels = await channelsOfTask(deps, view)
  const readers = await audience(deps, channels, event.name, view.internal)
  const next = await nextTask(deps, event, view.project.uuid)
  const lines = readers.flatMap((reader): Planned[] => [
    ...cardIn(view, reader),
    {
      channel: reader.channel,
      kind: 'task_completed',
      objectUuid: `${view.uuid}@${event.version}`,
      op: 'post',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: { ...facts(event, view.task.name), ...nextFor(next, reader) },
    },
  ])
  const cards = await taskCardUpdates(deps, view, event.version)
  return handled([...lines, ...cards], {
    task: view,
    notes: next?.view ? taskNotes(next.view) : [],
    subject: taskSubject(view, event),
    policies: channels,
  })
}
