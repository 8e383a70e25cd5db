import { isBlank } from '../../../contract/text.ts'
import { withCompany } from '../../kit/text.ts'
import { taskUrl } from '../../tracker/views.ts'
import type { EventOf, TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, handled, type WantedPost, type WantedPostOf, unverified } from '../posts/decision.ts'
import { reopenings, saidCompleted } from '../posts/reopened.ts'
import { channelsOfTask, inTaskThread, taskCardUpdates, taskSubject } from '../posts/task-cards.ts'
import { type EventFacts, type TaskInView, lookAtTask, taskNotes } from '../../tracker/task-in-view.ts'
import type { TaskCompletedFacts } from '../messages/task.ts'
import { ifPerson } from '../../tracker/people.ts'
import { customerNames } from '../../tracker/project-in-view.ts'
import { isTaskBehind, isDone, unlessMissing } from '../../tracker/tracker-says.ts'
import { postsAbout } from '../store/posts.ts'
import { noteAnswered, noteNextTask, noteTaskGone } from '../../store/task-notes.ts'
import { taskCardSchema } from '../../kit/task-card.ts'
import { readFacts } from '../kinds/kind.ts'

type TaskChangeEvent = Extract<TrackerEvent, { name: 'task_created' | 'task_updated' }>

/** Trusts an event that calls a task internal, but not the reverse: hiding a task is harmless. */
const trustInternal = (view: TaskInView, { payload, projectUuid }: TaskChangeEvent): TaskInView =>
  payload.task.is_internal === true && projectUuid !== undefined && typeof view.task.is_internal !== 'boolean'
    ? { ...view, internal: true }
    : view

/** Facts of a verified event that the tracker's answer does not have. */
const eventFacts = (event: TaskChangeEvent | EventOf<'task_completed'>): EventFacts => {
  const { task } = event.payload
  const fromEvent = { dueDate: task.due_date ?? undefined, assigneeName: task.assignee_name ?? undefined }
  if (event.name !== 'task_completed') return { fromEvent, completed: isDone(task.status || undefined) }
  const doneBy = task.completed_by_name || event.modifiedBy?.full_name || undefined
  return { fromEvent, doneNow: true, doneBy, completed: true }
}

/** Updates the task's card in place, if it has one. A change alone posts nothing. */
const onTaskChanged = async (deps: BotDeps, event: TaskChangeEvent): Promise<Decision> => {
  const seen = await lookAtTask(deps, event.objectUuid, event.projectUuid)
  if (!seen) return unverified('the tracker has no such task')
  const view = trustInternal(seen, event)
  const cards = await taskCardUpdates(deps, view)
  const behind = isTaskBehind(view.task, event)
  const isReopened = isDone(view.task.status) === false && !behind
  const reopened = isReopened
    ? await reopenings(deps, 'task_completed', view.uuid, await channelsOfTask(deps, view), event)
    : []
  return handled([...reopened, ...cards], { notes: taskNotes(view, eventFacts(event)), behind })
}

type NextTask = { name: string; view: TaskInView | undefined }

/** The project's next task according to the tracker. Only the event's name if it has no uuid. */
const nextTask = async (
  deps: BotDeps,
  event: EventOf<'task_completed'>,
  project: string,
): Promise<NextTask | undefined> => {
  const { uuid, name } = event.payload.next_task_to_complete ?? {}
  if (typeof uuid === 'string') {
    const view = await lookAtTask(deps, uuid, event.projectUuid)
    return view?.project.uuid === project ? { name: view.task.name, view } : undefined
  }
  return typeof name === 'string' ? { name, view: undefined } : undefined
}

/** Only the event has the form answers. They are shown after the tracker confirms the completion. */
const completedFacts = (event: EventOf<'task_completed'>, taskName: string): TaskCompletedFacts => {
  const { task } = event.payload
  return {
    taskName,
    completedBy: task.completed_by_name || event.modifiedBy?.full_name || undefined,
    completedDate: task.completed_date || event.timestamp,
    answers: (task.subtasks_answers ?? []).map(({ name, answer }) => ({ name: name ?? '', answer })),
  }
}

const onTaskCompleted = async (deps: BotDeps, event: EventOf<'task_completed'>): Promise<Decision> => {
  const view = await lookAtTask(deps, event.objectUuid, event.projectUuid)
  if (!view) return unverified('the tracker has no such task')
  if (view.task.status && !isDone(view.task.status))
    return unverified('the task is not completed', { notes: taskNotes(view) })
  const channels = await channelsOfTask(deps, view)
  const readers = await audience(deps, channels, event.name, view.internal)
  const next = await nextTask(deps, event, view.project.uuid)
  const completion = completedFacts(event, view.task.name)
  const facts = {
    ...completion,
    completedBy: await ifPerson(deps, completion.completedBy),
    nextTaskName: next?.name,
    nextTaskUrl: next?.view && taskUrl(next.view, { shared: false }),
  }
  const objectUuid = `${view.uuid}@${event.occurrence}`
  const line = { kind: 'task_completed', objectUuid, facts } as const
  const lines: WantedPost[] = []
  for (const reader of readers) {
    // Completed again: what was said before is right again, and nothing is announced twice.
    const before = await saidCompleted(deps, reader.channel, 'task_completed', view.uuid)
    const own = before ? { ...line, objectUuid: before.object_uuid } : line
    for (const post of inTaskThread(view, reader, own))
      if (!before) lines.push(post)
      else if (post.kind === 'task_completed') lines.push({ ...post, change: true })
  }
  const cards = await taskCardUpdates(deps, view)
  const nextUuid = event.payload.next_task_to_complete?.uuid
  return handled([...lines, ...cards], {
    notes: [
      ...taskNotes(view, eventFacts(event)),
      ...(next?.view ? taskNotes(next.view) : []),
      noteNextTask(view.project.uuid, typeof nextUuid === 'string' ? nextUuid : null),
    ],
    subject: taskSubject(view, event),
    policies: channels,
  })
}

/** Once the tracker no longer has the task, strikes the card through. Its thread takes no more replies. */
const onTaskDeleted = async (deps: BotDeps, event: EventOf<'task_deleted'>): Promise<Decision> => {
  const task = await unlessMissing(deps.api.getTask({ task_uuid: event.objectUuid }))
  if (task) return unverified('the task is still there')
  const cards = await postsAbout(deps.database.sql, 'task_card', event.objectUuid)
  return handled(
    cards.map((card) => ({
      channel: card.channel,
      kind: 'task_card',
      objectUuid: event.objectUuid,
      change: true,
      facts: { ...readFacts(taskCardSchema, card), deleted: true },
    })),
    { notes: [noteTaskGone(event.objectUuid)] },
  )
}

type SubtaskEvent = Extract<
  TrackerEvent,
  { name: 'subtask_created' | 'subtask_updated' | 'subtask_completed' | 'subtask_deleted' }
>

const isAnswer = (value: unknown): boolean => {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return !isBlank(value)
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** A single value stays as it is. A form's answers are listed under the names of their questions. */
const answerOf = ({
  action_response: response,
  configuration,
}: SubtaskEvent['payload']['subtask']): unknown => {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response
  const questions = (configuration ?? []) as { key?: unknown; name?: unknown }[]
  return Object.entries(response).map(([key, value]) => {
    const name = questions.find((question) => question?.key === key)?.name
    const words = typeof value === 'string' ? value : JSON.stringify(value)
    return typeof name === 'string' ? `${name}: ${words}` : words
  })
}

/** A repeat may have the keys of the same answer in another order. */
const inOrder = (response: unknown): unknown =>
  typeof response === 'object' && response !== null && !Array.isArray(response)
    ? Object.fromEntries(Object.entries(response).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : response

/** Includes the answer's own date, so that later changes of the subtask do not repeat the answer. */
const answeredKey = ({ objectUuid, payload: { subtask } }: SubtaskEvent) =>
  `answered:${objectUuid}@${subtask.answered_date ?? JSON.stringify(inOrder(subtask.action_response)).slice(0, 200)}`

type SubtaskLine = Pick<WantedPostOf<'subtask_line'>, 'kind' | 'objectUuid' | 'facts'>

/** A customer's answer is named with the account, as a comment is. Events have no uuid of who answered. */
const answeredBy = (name: string | undefined, { modifiedBy }: SubtaskEvent, account: string | undefined) => {
  const isCustomer = modifiedBy?.is_customer === true && name === modifiedBy.full_name
  return name && withCompany(name, isCustomer ? account : undefined)
}

const subtaskLineOf = async (
  deps: BotDeps,
  event: SubtaskEvent,
  { project: { accountName } }: TaskInView,
): Promise<SubtaskLine | undefined> => {
  const { subtask } = event.payload
  const isAnswered = isAnswer(subtask.action_response)
  const before = isAnswered ? await postsAbout(deps.database.sql, 'subtask_line', answeredKey(event)) : []
  const isAnswerPosted = before.some(({ state }) => state !== 'failed')
  const by = event.modifiedBy?.full_name || undefined
  if (event.name === 'subtask_completed') {
    const answer = isAnswered && !isAnswerPosted ? answerOf(subtask) : undefined
    const byName = answeredBy(by, event, accountName)
    const facts = { name: subtask.name, change: 'completed' as const, byName, answer }
    return { kind: 'subtask_line', objectUuid: `completed:${subtask.uuid}@${event.occurrence}`, facts }
  }
  if (event.name !== 'subtask_updated' || !isAnswered || isAnswerPosted) return undefined
  const byName = answeredBy(subtask.answered_by_user_name || by, event, accountName)
  const facts = { name: subtask.name, change: 'answered' as const, byName, answer: answerOf(subtask) }
  return { kind: 'subtask_line', objectUuid: answeredKey(event), facts }
}

/** When a customer answered, in ms. Undefined if nobody did, or the team. */
const answeredAt = async (deps: BotDeps, { payload: { subtask }, modifiedBy }: SubtaskEvent) => {
  if (!isAnswer(subtask.action_response)) return undefined
  const name = subtask.answered_by_user_name ?? ''
  if (!(modifiedBy?.is_customer ?? (await customerNames(deps)).has(name))) return undefined
  const at = Date.parse(subtask.answered_date ?? '')
  return Number.isNaN(at) ? deps.now() : Math.min(at, deps.now())
}

/** The interface can't look up a subtask: its name and answer are the event's. Its task is verified. */
const onSubtask = async (deps: BotDeps, event: SubtaskEvent): Promise<Decision> => {
  const taskUuid = event.payload.parent_task_uuid ?? event.payload.subtask.parent_task_uuid
  if (!taskUuid) return unverified('no task is named')
  const view = await lookAtTask(deps, taskUuid, event.projectUuid)
  if (!view) return unverified('the tracker has no such task')
  const line = await subtaskLineOf(deps, event, view)
  const channels = line ? await channelsOfTask(deps, view) : []
  const readers = await audience(deps, channels, event.name, view.internal)
  const answered = await answeredAt(deps, event)
  const words = answered === undefined ? undefined : true
  const lines = readers.flatMap((reader) => (line ? inTaskThread(view, reader, { ...line, words }) : []))
  const cards = await taskCardUpdates(deps, view)
  return handled([...lines, ...cards], {
    notes: [...taskNotes(view), ...(answered === undefined ? [] : [noteAnswered(taskUuid, answered)])],
    subject: taskSubject(view, event),
    policies: channels,
  })
}

export const taskHandlers = {
  task_created: onTaskChanged,
  task_updated: onTaskChanged,
  task_completed: onTaskCompleted,
  task_deleted: onTaskDeleted,
  subtask_created: onSubtask,
  subtask_updated: onSubtask,
  subtask_completed: onSubtask,
  subtask_deleted: onSubtask,
}
