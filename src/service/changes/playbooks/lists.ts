import { z } from 'zod'
import { parseForm, nameField } from '../../http/validate.ts'
import { invalid, notFound } from '../../acting.ts'
import type {
  ModuleTemplate,
  PlaybookContent,
  Question,
  SubtaskTemplate,
  TaskTemplate,
} from '../../store/playbooks.ts'

export type Form = Readonly<Record<string, unknown>>
/** Changes the content in place: `editContent` passes a copy. */
export type Edit = (content: PlaybookContent, form: Form, newUuid: () => string) => void

export const nameSchema = z.object({ name: nameField() })
const at = z.coerce.number().int().min(0)
/** The indexes of a module, its task, subtask, and question. */
const placeSchema = z.object({ m: at, t: at.optional(), s: at.optional(), q: at.optional() })

const placeIn = (form: Form) => parseForm(placeSchema, form)

export interface List<T> {
  readonly what: string
  readonly most: number
  /** The plural, for the message about the limit. */
  readonly many: string
  readonly of: (content: PlaybookContent, form: Form) => T[]
  readonly at: (form: Form, all: readonly T[]) => number | undefined
}

const itemIn = <T>(list: List<T>, content: PlaybookContent, form: Form) => {
  const all = list.of(content, form)
  const index = list.at(form, all) ?? -1
  const one = all[index]
  if (one === undefined) throw notFound(list.what)
  return { all, index, one }
}

export const adding =
  <T>(list: List<T>, make: (form: Form, all: readonly T[], newUuid: () => string) => T): Edit =>
  (content, form, newUuid) => {
    const all = list.of(content, form)
    const made = make(form, all, newUuid)
    if (all.length >= list.most) throw invalid('name', `You can have at most ${list.most} ${list.many}.`)
    all.push(made)
  }

export const changing =
  <T>(list: List<T>, by: (form: Form, one: T, content: PlaybookContent) => T): Edit =>
  (content, form) => {
    const { all, index, one } = itemIn(list, content, form)
    all[index] = by(form, one, content)
  }

export const removing =
  <T>(list: List<T>): Edit =>
  (content, form) => {
    const { all, index } = itemIn(list, content, form)
    all.splice(index, 1)
  }

export const modules: List<ModuleTemplate> = {
  what: 'Module',
  most: 50,
  many: 'modules',
  of: (content) => content.modules,
  at: (form) => placeIn(form).m,
}

export const tasks: List<TaskTemplate> = {
  what: 'Task',
  most: 100,
  many: 'tasks in a module',
  of: (content, form) => itemIn(modules, content, form).one.tasks,
  at: (form) => placeIn(form).t,
}

export const subtasks: List<SubtaskTemplate> = {
  what: 'Subtask',
  most: 50,
  many: 'subtasks in a task',
  of: (content, form) => (itemIn(tasks, content, form).one.subtasks ??= []),
  at: (form) => placeIn(form).s,
}

export const questions: List<Question> = {
  what: 'Question',
  most: 20,
  many: 'questions in a subtask',
  of: (content, form) => (itemIn(subtasks, content, form).one.questions ??= []),
  at: (form) => placeIn(form).q,
}

const moveIn = <T>(list: List<T>, content: PlaybookContent, form: Form, by: -1 | 1) => {
  const { all, index, one } = itemIn(list, content, form)
  if (index + by < 0 || index + by >= all.length) return
  all.splice(index, 1)
  all.splice(index + by, 0, one)
}

/** Moves a module's last task down into the next module, or its first task up into the previous one. */
const moveTask = (content: PlaybookContent, form: Form, by: -1 | 1) => {
  const { all, index, one } = itemIn(tasks, content, form)
  const next = content.modules[placeIn(form).m + by]
  if (!next || all[index + by]) return moveIn(tasks, content, form, by)
  all.splice(index, 1)
  next.tasks.splice(by === 1 ? 0 : next.tasks.length, 0, one)
}

const move =
  (by: -1 | 1): Edit =>
  (content, form) => {
    const { t, s, q } = placeIn(form)
    if (q !== undefined) return moveIn(questions, content, form, by)
    if (s !== undefined) return moveIn(subtasks, content, form, by)
    return t === undefined ? moveIn(modules, content, form, by) : moveTask(content, form, by)
  }

export const moves: Record<string, Edit> = { up: move(-1), down: move(1) }
