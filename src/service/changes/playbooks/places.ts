import { z } from 'zod'
import { nameField, textField } from '../form-fields.ts'
import { parseForm } from '../../http/validate.ts'
import type {
  ModuleTemplate,
  PlaybookContent,
  SubtaskTemplate,
  TaskTemplate,
} from '../../store/playbooks/content.ts'
import { invalid, notFound } from '../../refusals.ts'

export type Form = Readonly<Record<string, unknown>>
/** One edit: the content before, what the form says, and where new uuids come from. */
export type Edit = (content: PlaybookContent, form: Form, newUuid: () => string) => PlaybookContent

export const name = nameField()
export const text = textField.optional()
export const named = z.object({ name })
const at = z.coerce.number().int().min(0)
/** Module, task, subtask, question: each by its place in the list that it is in. */
const place = z.object({ m: at, t: at.optional(), s: at.optional(), q: at.optional() })

export const placeIn = (form: Form) => parseForm(place, form)

const item = <T>(list: readonly T[], index: number | undefined, what: string): T => {
  const found = index === undefined ? undefined : list[index]
  if (found === undefined) throw notFound(what)
  return found
}

export const added = <T>(list: readonly T[], one: T, most: number, what: string): T[] => {
  if (list.length >= most) throw invalid('name', `There are at most ${most} ${what}.`)
  return [...list, one]
}

/** The list with one of it changed, or left out. */
export const changed = <T>(
  list: readonly T[],
  index: number | undefined,
  by: ((one: T) => T) | 'out',
  what: string,
): T[] => {
  const one = item(list, index, what)
  return by === 'out' ? list.filter((_, i) => i !== index) : list.with(index ?? 0, by(one))
}

/** The list with one of it a place earlier or later; at either end it stays. */
export const moved = <T>(list: readonly T[], index: number | undefined, by: -1 | 1, what: string): T[] => {
  const one = item(list, index, what)
  const to = (index ?? 0) + by
  if (to < 0 || to >= list.length) return [...list]
  return list.toSpliced(index ?? 0, 1).toSpliced(to, 0, one)
}

export const inModules = (
  content: PlaybookContent,
  form: Form,
  by: ((one: ModuleTemplate) => ModuleTemplate) | 'out',
): PlaybookContent => ({ ...content, modules: changed(content.modules, placeIn(form).m, by, 'Module') })

export const inTasks = (
  content: PlaybookContent,
  form: Form,
  by: ((one: TaskTemplate) => TaskTemplate) | 'out',
): PlaybookContent =>
  inModules(content, form, (module) => ({
    ...module,
    tasks: changed(module.tasks, placeIn(form).t, by, 'Task'),
  }))

export const inSubtasks = (
  content: PlaybookContent,
  form: Form,
  by: ((one: SubtaskTemplate) => SubtaskTemplate) | 'out',
): PlaybookContent =>
  inTasks(content, form, (task) => ({
    ...task,
    subtasks: changed(task.subtasks ?? [], placeIn(form).s, by, 'Subtask'),
  }))
