import { isCustomer, onlyInternal, type Acting, today, invalid, notAllowed } from '../acting.ts'
import { maySeeProject } from '../visible.ts'
import { announce } from '../events/announce.ts'
import { announceModule, announceTask, projectNow, taskPayload } from '../events/projects.ts'
import { isOffered, findPerson } from '../store/people.ts'
import { unanswered, deleteTask, subtasksOfTask, tasksOfProject } from '../store/work.ts'
import { isCompleted, percent, progressOfModule, percentageOf } from '../store/projects.ts'
import { addRow, changeRow, findRow, type ModuleRow, type New, type TaskRow } from '../store/rows.ts'
import type { TaskStatus } from '../store/tables.ts'
import {
  differs,
  onlyAsSeen,
  taskSeen,
  bit,
  type Change,
  changePart,
  placeAfter,
  type Placed,
} from './change.ts'
import type { NewTask, TaskPatch } from './inputs.ts'

const percentOf = async (change: Change, { uuid }: Pick<ModuleRow, 'uuid'>) => {
  const { completed, total } = await progressOfModule(change, uuid, today(change.deps))
  return percent(completed, total)
}

export const taskRow = (
  row: Placed & Pick<New<'task'>, 'module_uuid'> & Partial<New<'task'>>,
  by: string,
  now: number,
): New<'task'> => ({
  detail: '',
  status: 'Not started',
  is_internal: 0,
  is_archived: 0,
  in_order: 0,
  collect_feedback: 0,
  require_all_answered: 0,
  created_at: now,
  created_by: by,
  modified_by: by,
  assigned_at: row.assignee_uuid ? now : null,
  ...row,
})

export const createTask = (acting: Acting, input: NewTask): Promise<TaskRow> => {
  const create = async (change: Change, module: ModuleRow) => {
    onlyInternal(change.person)
    if (module.is_archived === 1)
      throw invalid('module_uuid', 'This module is archived. Unarchive it first, or choose another one.')
    const tasks = await tasksOfProject(change, module.project_uuid)
    const siblings = tasks.filter((task) => task.module_uuid === module.uuid)
    const row = {
      uuid: change.deps.newUuid(),
      project_uuid: module.project_uuid,
      module_uuid: module.uuid,
      name: input.name,
      detail: input.detail ?? '',
      position: placeAfter(siblings),
      is_internal: bit(input.is_internal),
      due_date: input.due_date ?? null,
    } as const
    const before = await percentOf(change, module)
    const task = await addRow(change, 'task', taskRow(row, change.person.uuid, change.deps.now()))
    await announceTask(change, 'task_created', task)
    if ((await percentOf(change, module)) !== before) await announceModule(change, 'module_updated', module)
    return task
  }
  return changePart(acting, 'module', input.module_uuid, create, () =>
    invalid('module_uuid', 'No such module.'),
  )
}

const statusFields = ({ deps, person }: Change, task: TaskRow, status: TaskStatus) => ({
  status,
  started_at: status === 'Not started' ? null : (task.started_at ?? deps.now()),
  completed_at: isCompleted({ status }) ? deps.now() : null,
  completed_by: isCompleted({ status }) ? person.uuid : null,
  modified_by: person.uuid,
})

/** The refusal, if a required answer is missing. */
const missingAnswers = async (change: Change, task: TaskRow): Promise<string | undefined> => {
  const subtasks = await subtasksOfTask(change, task.uuid)
  const missing = unanswered(task, subtasks)
  const answered = subtasks.length - missing.length
  const names = missing.map(({ name }) => `“${name}”`).join(', ')
  return missing.length === 0
    ? undefined
    : `To complete this task, answer ${names} first: ${answered} of ${subtasks.length} subtasks are answered.`
}

export const mayComplete = async (change: Change, task: TaskRow) =>
  (await missingAnswers(change, task)) === undefined

const announceProgress = async (change: Change, task: TaskRow) => {
  const module = await findRow(change, 'module', task.module_uuid)
  if (module) await announceModule(change, 'module_updated', module)
}

export const setTaskStatus = async (change: Change, task: TaskRow, status: TaskStatus, bySubtask = false) => {
  if (task.status === status) return task
  const completes = isCompleted({ status })
  const refusal = completes ? await missingAnswers(change, task) : undefined
  if (refusal !== undefined) throw invalid('status', refusal)
  const changed = statusFields(change, task, status)
  await changeRow(change, 'task', task.uuid, changed)
  const changedTask = { ...task, ...changed }
  await announceTask(change, completes ? 'task_completed' : 'task_updated', changedTask, bySubtask)
  if (completes || isCompleted(task)) await announceProgress(change, changedTask)
  return changedTask
}

const assigneeAfter = async (change: Change, task: TaskRow, value: string | null | undefined) => {
  if (value === undefined) return task.assignee_uuid
  if (value === null) return null
  const person = await findPerson(change, value)
  // Who has the task may keep it.
  if (person && person.uuid === task.assignee_uuid) return person.uuid
  if (!person || !isOffered(person) || !maySeeProject(person, change.project))
    throw invalid('assignee', `No such user: ${value}`)
  return person.uuid
}

type Fields = Pick<TaskRow, 'name' | 'detail' | 'is_internal' | 'due_date' | 'assignee_uuid'>

const fieldsAfter = async (change: Change, task: TaskRow, patch: TaskPatch): Promise<Fields> => ({
  name: patch.name ?? task.name,
  detail: patch.detail ?? task.detail,
  is_internal: bit(patch.is_internal ?? task.is_internal === 1),
  due_date: patch.due_date === undefined ? task.due_date : patch.due_date,
  assignee_uuid: await assigneeAfter(change, task, patch.assignee),
})

const notTeam = () => notAllowed("Only the vendor's team can change a task.")

/** Fires one task_updated for all changed fields. A new status has its own event. */
export const patchTask = (acting: Acting, uuid: string, patch: TaskPatch): Promise<TaskRow> =>
  changePart(acting, 'task', uuid, async (change, task) => {
    onlyAsSeen(patch, taskSeen(task))
    // Before the look-up, which would tell a customer which addresses exist.
    if (patch.assignee !== undefined && isCustomer(change.person)) throw notTeam()
    const fields = await fieldsAfter(change, task, patch)
    let current = task
    if (differs(task, fields)) {
      if (isCustomer(change.person)) throw notTeam()
      const assigned = fields.assignee_uuid
      const since = assigned === null ? null : change.deps.now()
      const assigned_at = assigned === task.assignee_uuid ? task.assigned_at : since
      const changed = { ...fields, assigned_at, modified_by: change.person.uuid }
      await changeRow(change, 'task', task.uuid, changed)
      current = { ...task, ...changed }
      await announceTask(change, 'task_updated', current)
    }
    return patch.status === undefined ? current : setTaskStatus(change, current, patch.status)
  })

/** Somebody of the team says that the customer's last words need no answer. No event tells of it. */
export const settleTask = (acting: Acting, uuid: string): Promise<void> =>
  changePart(acting, 'task', uuid, async (change, task) => {
    onlyInternal(change.person)
    await changeRow(change, 'task', task.uuid, { settled_at: change.deps.now() })
  })

export const removeTask = (acting: Acting, uuid: string): Promise<void> =>
  changePart(acting, 'task', uuid, async (change, task) => {
    onlyInternal(change.person)
    const payload = await taskPayload(change, task)
    await deleteTask(change, task.uuid)
    const left = percentageOf(await projectNow(change, task.project_uuid))
    await announce(change, 'task_deleted', task.name, {
      ...payload,
      project_completed_percentage: String(left),
    })
    await announceProgress(change, task)
  })
