import type { EventName } from '../../../contract/event.ts'
import { findModule } from '../../store/projects/modules.ts'
import { findPerson } from '../../store/people/people.ts'
import type { TaskRow } from '../../store/rows.ts'
import { subtasksOfTask } from '../../store/projects/subtasks.ts'
import { deleteTask, findTask, updateTask } from '../../store/projects/tasks.ts'
import type { TaskStatus } from '../../store/tables.ts'
import { isCustomer, onlyInternal } from '../../access.ts'
import { isAnswered } from '../../store/projects/answers.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { taskPayload } from '../../events/task-facts.ts'
import { invalid, notAllowed } from '../../refusals.ts'
import { announceModule } from './modules.ts'
import { onlyAsSeen, taskSeen } from './seen.ts'
import { type Change, changeTask } from './within.ts'

export const announceTask = async (
  { deps, tx, actor }: Change,
  name: EventName,
  task: TaskRow,
  moved = false,
) =>
  announce(deps, tx, actor, {
    name,
    object: task,
    projectUuid: task.project_uuid,
    payload: await taskPayload(deps, tx, task),
    moved,
  })

/** The fields of a task that go with its status. */
const statusFields = ({ deps, person }: Change, task: TaskRow, status: TaskStatus) => ({
  status,
  started_at: status === 'Not started' ? null : (task.started_at ?? deps.now()),
  completed_at: status === 'Completed' ? deps.now() : null,
  completed_by: status === 'Completed' ? person.uuid : null,
  modified_by: person.uuid,
})

/** A task may demand an answer to every form first. */
export const mayComplete = async ({ tx }: Change, task: TaskRow) => {
  if (task.require_all_answered === 0) return true
  return (await subtasksOfTask(tx.sql, task.org, task.uuid)).every(isAnswered)
}

const announceProgress = async (change: Change, task: TaskRow) => {
  const module = await findModule(change.tx.sql, task.org, task.module_uuid)
  if (module) await announceModule(change, 'module_updated', module)
}

/** Moves a task to a status and says so: task_completed, else task_updated; and its module's new progress. */
export const setTaskStatus = async (change: Change, task: TaskRow, status: TaskStatus): Promise<TaskRow> => {
  if (task.status === status) return task
  if (status === 'Completed' && !(await mayComplete(change, task)))
    throw invalid('status', 'Every subtask of this task must be answered first.')
  const changed = statusFields(change, task, status)
  await updateTask(change.tx.sql, task.org, task.uuid, changed)
  const now = { ...task, ...changed }
  await announceTask(change, status === 'Completed' ? 'task_completed' : 'task_updated', now, true)
  if (status === 'Completed' || task.status === 'Completed') await announceProgress(change, now)
  return now
}

export interface TaskPatch {
  readonly status?: TaskStatus | undefined
  readonly name?: string | undefined
  readonly detail?: string | undefined
  readonly is_internal?: boolean | undefined
  readonly due_date?: string | null | undefined
  /** An e-mail address or uuid; null takes the assignment away. */
  readonly assignee?: string | null | undefined
  /** What it was when the form was shown. */
  readonly seen?: string | undefined
}

const assignee = async ({ tx, actor, project }: Change, value: string | null) => {
  if (value === null) return null
  const person = await findPerson(tx.sql, actor.org, value)
  if (!person || (isCustomer(person) && person.account_uuid !== project.account_uuid))
    throw invalid('assignee', `No such user: ${value}`)
  return person.uuid
}

const plainFields = async (change: Change, patch: TaskPatch) => ({
  ...(patch.name !== undefined && { name: patch.name }),
  ...(patch.detail !== undefined && { detail: patch.detail }),
  ...(patch.is_internal !== undefined && { is_internal: patch.is_internal ? (1 as const) : (0 as const) }),
  ...(patch.due_date !== undefined && { due_date: patch.due_date }),
  ...(patch.assignee !== undefined && { assignee_uuid: await assignee(change, patch.assignee) }),
})

/** Everything but the status is one task_updated; the status has its own event. */
export const patchTask = (deps: Deps, actor: Actor, uuid: string, patch: TaskPatch): Promise<TaskRow> =>
  changeTask(deps, actor, uuid, async (change, task) => {
    onlyAsSeen(patch.seen, taskSeen(task))
    const fields = await plainFields(change, patch)
    let now = task
    if (Object.entries(fields).some(([key, value]) => task[key as keyof TaskRow] !== value)) {
      if (isCustomer(change.person)) throw notAllowed("Only the vendor's team may change a task.")
      const changed = { ...fields, modified_by: change.person.uuid }
      await updateTask(change.tx.sql, actor.org, task.uuid, changed)
      now = { ...task, ...changed }
      await announceTask(change, 'task_updated', now)
    }
    return patch.status === undefined ? now : setTaskStatus(change, now, patch.status)
  })

/** Its subtasks and comments go with it. */
export const removeTask = (deps: Deps, actor: Actor, uuid: string): Promise<void> =>
  changeTask(deps, actor, uuid, async (change, task) => {
    onlyInternal(change.person)
    const payload = await taskPayload(deps, change.tx, task)
    await deleteTask(change.tx.sql, actor.org, task.uuid)
    await announce(deps, change.tx, actor, {
      name: 'task_deleted',
      object: task,
      projectUuid: task.project_uuid,
      payload,
    })
    await announceProgress(change, task)
  })

export const reloadTask = async ({ tx, actor }: Change, uuid: string): Promise<TaskRow> => {
  const task = await findTask(tx.sql, actor.org, uuid)
  if (!task) throw new TypeError('a task just written is not there')
  return task
}
