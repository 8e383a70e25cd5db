import type { EventName } from '../../../contract/event.ts'
import type { SubtaskRow, TaskRow } from '../../store/rows.ts'
import {
  addSubtasks,
  deleteSubtask,
  findSubtask,
  subtasksOfTask,
  updateSubtask,
} from '../../store/projects/subtasks.ts'
import type { TaskStatus } from '../../store/tables.ts'
import { onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { subtaskPayload } from '../../events/subtask-facts.ts'
import { invalid, notFound } from '../../refusals.ts'
import { onlyAsSeen, subtaskSeen } from './seen.ts'
import { mayComplete, setTaskStatus } from './tasks.ts'
import { type Change, changeTask } from './within.ts'

const announceSubtask = async (
  { deps, tx, actor }: Change,
  name: EventName,
  task: TaskRow,
  subtask: SubtaskRow,
) =>
  announce(deps, tx, actor, {
    name,
    object: subtask,
    projectUuid: task.project_uuid,
    payload: await subtaskPayload(deps, tx, task, subtask),
  })

const changeSubtask = async <R>(
  deps: Deps,
  actor: Actor,
  uuid: string,
  work: (change: Change, task: TaskRow, subtask: SubtaskRow) => Promise<R>,
): Promise<R> => {
  const seen = await findSubtask(deps.database.sql, actor.org, uuid)
  if (!seen) throw notFound('Subtask')
  return changeTask(
    deps,
    actor,
    seen.task_uuid,
    async (change, task) => {
      const subtask = await findSubtask(change.tx.sql, actor.org, uuid)
      if (!subtask) throw notFound('Subtask')
      return work(change, task, subtask)
    },
    'Subtask',
  )
}

export interface SubtaskPatch {
  readonly status?: TaskStatus | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** What it was when the form was shown. */
  readonly seen?: string | undefined
  /** What was submitted: one value, or an answer for each question's key. Null takes the answer back. */
  readonly action_response?: unknown
}

const inOrder = (task: TaskRow, subtask: SubtaskRow, all: readonly SubtaskRow[]) =>
  task.in_order === 0 ||
  all.every((other) => other.position >= subtask.position || other.status === 'Completed')

/** A task starts with its first subtask and ends with its last, unless it demands answers that are missing. */
const carryOver = async (change: Change, task: TaskRow) => {
  const all = await subtasksOfTask(change.tx.sql, task.org, task.uuid)
  const done = all.length > 0 && all.every(({ status }) => status === 'Completed')
  if (done && (await mayComplete(change, task))) return setTaskStatus(change, task, 'Completed')
  if (task.status === 'Not started') return setTaskStatus(change, task, 'In progress')
  return task
}

const changedFields = ({ deps, person }: Change, subtask: SubtaskRow, patch: SubtaskPatch) => {
  const answer = patch.action_response
  const response = answer === undefined ? subtask.response : answer === null ? null : JSON.stringify(answer)
  const answered = response !== subtask.response
  return {
    name: patch.name ?? subtask.name,
    description: patch.description ?? subtask.description,
    status: patch.status ?? subtask.status,
    response,
    answered_by: answered ? (response === null ? null : person.uuid) : subtask.answered_by,
    answered_at: answered ? (response === null ? null : deps.now()) : subtask.answered_at,
  }
}

/** Fires subtask_completed when it becomes so, else subtask_updated; then what it does to its task. */
export const patchSubtask = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  patch: SubtaskPatch,
): Promise<SubtaskRow> =>
  changeSubtask(deps, actor, uuid, async (change, task, subtask) => {
    onlyAsSeen(patch.seen, subtaskSeen(subtask))
    const changed = changedFields(change, subtask, patch)
    const now = { ...subtask, ...changed }
    if (subtaskSeen(now) !== subtaskSeen(subtask)) onlyInternal(change.person)
    const completed = now.status === 'Completed' && subtask.status !== 'Completed'
    const all = await subtasksOfTask(change.tx.sql, actor.org, task.uuid)
    if (completed && !inOrder(task, subtask, all))
      throw invalid('status', 'The subtasks of this task are completed in their order.')
    if (Object.entries(changed).every(([key, value]) => subtask[key as keyof SubtaskRow] === value))
      return subtask
    await updateSubtask(change.tx.sql, actor.org, subtask.uuid, changed)
    await announceSubtask(change, completed ? 'subtask_completed' : 'subtask_updated', task, now)
    if (now.status !== subtask.status || now.response !== subtask.response) await carryOver(change, task)
    return now
  })

export interface NewSubtask {
  readonly task_uuid: string
  readonly name: string
  readonly description?: string | undefined
  /** Of the form that asks for it: sent twice, it is still one subtask. */
  readonly once?: string | undefined
}

export const createSubtask = (deps: Deps, actor: Actor, input: NewSubtask): Promise<SubtaskRow> =>
  changeTask(deps, actor, input.task_uuid, async (change, task) => {
    onlyInternal(change.person)
    const siblings = await subtasksOfTask(change.tx.sql, actor.org, task.uuid)
    const uuid = input.once ?? deps.newUuid()
    const there = siblings.find((one) => one.uuid === uuid)
    if (there) return there
    await addSubtasks(change.tx.sql, [
      {
        uuid,
        org: actor.org,
        project_uuid: task.project_uuid,
        task_uuid: task.uuid,
        parent_subtask_uuid: null,
        name: input.name,
        description: input.description ?? '',
        status: 'Not started',
        position: Math.max(0, ...siblings.map(({ position }) => position)) + 1,
        configuration: '[]',
        response: null,
        answered_by: null,
        answered_at: null,
        assignee_uuid: null,
      },
    ])
    const subtask = await findSubtask(change.tx.sql, actor.org, uuid)
    if (!subtask) throw new TypeError('a subtask just written is not there')
    await announceSubtask(change, 'subtask_created', task, subtask)
    return subtask
  })

export const removeSubtask = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  changeSubtask(deps, actor, uuid, async (change, task, subtask) => {
    onlyInternal(change.person)
    await deleteSubtask(change.tx.sql, actor.org, subtask.uuid)
    await announceSubtask(change, 'subtask_deleted', task, subtask)
  })
