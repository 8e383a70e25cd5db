import { limits } from '../../contract/limits.ts'
import { onlyInternal, type Acting, invalid } from '../acting.ts'
import { visiblePart } from '../visible.ts'
import { announceSubtask } from '../events/projects.ts'
import { answerIn, questionsOf, subtasksOfTask } from '../store/work.ts'
import { isCompleted } from '../store/projects.ts'
import { addRow, changeRow, type New, removeRow, type SubtaskRow, type TaskRow } from '../store/rows.ts'
import {
  differs,
  onlyAsSeen,
  subtaskSeen,
  type Change,
  changePart,
  placeAfter,
  type Placed,
} from './change.ts'
import { mayComplete, setTaskStatus } from './tasks.ts'
import type { NewSubtask, SubtaskPatch } from './inputs.ts'

const changeSubtask = <R>(
  acting: Acting,
  uuid: string,
  work: (change: Change, task: TaskRow, subtask: SubtaskRow) => Promise<R>,
): Promise<R> =>
  changePart(acting, 'subtask', uuid, async (change, subtask) =>
    work(change, await visiblePart(change, change.person, 'task', subtask.task_uuid), subtask),
  )

const inOrder = (task: TaskRow, subtask: SubtaskRow, subtasks: readonly SubtaskRow[]) =>
  task.in_order === 0 || subtasks.every((other) => other.position >= subtask.position || isCompleted(other))

/** The first completed subtask starts the task. The last one completes it, unless required answers are missing. */
const carryOver = async (change: Change, task: TaskRow, bySubtask: boolean) => {
  const subtasks = await subtasksOfTask(change, task.uuid)
  const isDone = subtasks.length > 0 && subtasks.every(isCompleted)
  if (isDone && (await mayComplete(change, task))) return setTaskStatus(change, task, 'Completed', bySubtask)
  if (task.status === 'Not started') return setTaskStatus(change, task, 'In progress', bySubtask)
  return task
}

const onlyKnownQuestions = (subtask: SubtaskRow, answer: unknown) => {
  const keys = new Set(questionsOf(subtask).map(({ key }) => key))
  const isKeyed = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  const unasked = isKeyed ? Object.keys(answer).find((key) => !keys.has(key)) : undefined
  if (unasked !== undefined) throw invalid('action_response', `No question of this form is ${unasked}.`)
}

const answerFields = ({ deps, person }: Change, subtask: SubtaskRow, given: unknown) => {
  if (given === undefined) return {}
  const answer = answerIn(given)
  const response = answer === null ? null : JSON.stringify(answer)
  if (response !== null && response.length > limits.formAnswer)
    throw invalid('action_response', `The answers can have at most ${limits.formAnswer} characters in all.`)
  onlyKnownQuestions(subtask, answer)
  if (response === subtask.response) return {}
  if (response === null) return { response, answered_by: null, answered_at: null }
  return { response, answered_by: person.uuid, answered_at: deps.now() }
}

export const patchSubtask = (acting: Acting, uuid: string, patch: SubtaskPatch) =>
  changeSubtask(acting, uuid, async (change, task, subtask) => {
    onlyAsSeen(patch, subtaskSeen(subtask))
    const changed = {
      name: patch.name ?? subtask.name,
      description: patch.description ?? subtask.description,
      status: patch.status ?? subtask.status,
      ...answerFields(change, subtask, patch.action_response),
    }
    const changedSubtask: SubtaskRow = { ...subtask, ...changed }
    if (subtaskSeen(changedSubtask) !== subtaskSeen(subtask)) onlyInternal(change.person)
    const completes = isCompleted(changedSubtask) && !isCompleted(subtask)
    const subtasks = await subtasksOfTask(change, task.uuid)
    if (completes && !inOrder(task, subtask, subtasks))
      throw invalid('status', 'Complete the subtasks of this task in order.')
    if (!differs(subtask, changed)) return subtask
    await changeRow(change, 'subtask', subtask.uuid, changed)
    await announceSubtask(change, completes ? 'subtask_completed' : 'subtask_updated', task, changedSubtask)
    if (changedSubtask.status !== subtask.status || changedSubtask.response !== subtask.response)
      await carryOver(change, task, completes)
    return changedSubtask
  })

export const subtaskRow = (
  row: Placed & Pick<New<'subtask'>, 'task_uuid'> & Partial<New<'subtask'>>,
): New<'subtask'> => ({ description: '', status: 'Not started', configuration: '[]', ...row })

export const createSubtask = (acting: Acting, input: NewSubtask): Promise<SubtaskRow> =>
  changePart(acting, 'task', input.task_uuid, async (change, task) => {
    onlyInternal(change.person)
    const siblings = await subtasksOfTask(change, task.uuid)
    const row = subtaskRow({
      uuid: change.deps.newUuid(),
      project_uuid: task.project_uuid,
      task_uuid: task.uuid,
      name: input.name,
      description: input.description ?? '',
      position: placeAfter(siblings),
    })
    const subtask = await addRow(change, 'subtask', row)
    await announceSubtask(change, 'subtask_created', task, subtask)
    return subtask
  })

export const removeSubtask = (acting: Acting, uuid: string): Promise<void> =>
  changeSubtask(acting, uuid, async (change, task, subtask) => {
    onlyInternal(change.person)
    await removeRow(change, 'subtask', subtask.uuid)
    await announceSubtask(change, 'subtask_deleted', task, subtask)
  })
