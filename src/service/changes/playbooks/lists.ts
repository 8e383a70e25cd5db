import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid, notFound } from '../../refusals.ts'
import type {
  ModuleTemplate,
  PlaybookContent,
  Question,
  SubtaskTemplate,
  TaskTemplate,
} from '../../store/playbooks/content.ts'
import { nameField } from '../form-fields.ts'

export type Form = Readonly<Record<string, unknown>>
/** One edit: the content before, what the form says, and where new uuids come from. */
export type Edit = (content: PlaybookContent, form: Form, newUuid: () => string) => PlaybookContent

export const named = z.object({ name: nameField() })
const at = z.coerce.number().int().min(0)
/** Module, task, subtask, question: each by its place in the list that it is in. */
const place = z.object({ m: at, t: at.optional(), s: at.optional(), q: at.optional() })

export const placeIn = (form: Form) => parseForm(place, form)

/** What becomes of a list; `at` is the place in it that the form names. */
type Change<T> = (list: readonly T[], at: () => number | undefined) => readonly T[]

/** A list in a draft, found by what the form names. */
export interface List<T> {
  readonly what: string
  readonly most: number
  /** What there are at most so many of. */
  readonly many: string
  readonly in: (content: PlaybookContent, form: Form, change: Change<T>) => PlaybookContent
}

/** What is done at the place that the form names. */
interface Place<T> {
  readonly all: readonly T[]
  readonly index: number
  readonly one: T
  readonly content: PlaybookContent
  readonly form: Form
}

const atPlace =
  <T>(list: List<T>, change: (place: Place<T>) => readonly T[]) =>
  (content: PlaybookContent, form: Form): PlaybookContent =>
    list.in(content, form, (all, at) => {
      const index = at() ?? -1
      const one = all[index]
      if (one === undefined) throw notFound(list.what)
      return change({ all, index, one, content, form })
    })

export const adding =
  <T>(list: List<T>, make: (form: Form, all: readonly T[], newUuid: () => string) => T): Edit =>
  (content, form, newUuid) =>
    list.in(content, form, (all) => {
      const made = make(form, all, newUuid)
      if (all.length >= list.most) throw invalid('name', `There are at most ${list.most} ${list.many}.`)
      return [...all, made]
    })

export const changing = <T>(list: List<T>, by: (form: Form, one: T, content: PlaybookContent) => T): Edit =>
  atPlace(list, ({ all, index, one, content, form }) => all.with(index, by(form, one, content)))

export const removing = <T>(list: List<T>): Edit => atPlace(list, ({ all, index }) => all.toSpliced(index, 1))

/** A place earlier or later; at either end it stays. */
export const moving = <T>(list: List<T>, by: -1 | 1): Edit =>
  atPlace(list, ({ all, index, one }) => {
    const to = index + by
    return to < 0 || to >= all.length ? all : all.toSpliced(index, 1).toSpliced(to, 0, one)
  })

/** A list that each item of another has, at the place that the form calls so. */
const within =
  <O, T>(
    outer: List<O>,
    key: 't' | 's' | 'q',
    listOf: (one: O) => readonly T[],
    put: (one: O, list: readonly T[]) => O,
  ): List<T>['in'] =>
  (content, form, change) => {
    const changed = (one: O) =>
      put(
        one,
        change(listOf(one), () => placeIn(form)[key]),
      )
    return atPlace(outer, ({ all, index, one }) => all.with(index, changed(one)))(content, form)
  }

export const modules: List<ModuleTemplate> = {
  what: 'Module',
  most: 50,
  many: 'modules',
  in: (content, form, change) => ({ ...content, modules: change(content.modules, () => placeIn(form).m) }),
}

export const tasks: List<TaskTemplate> = {
  what: 'Task',
  most: 100,
  many: 'tasks in a module',
  in: within(
    modules,
    't',
    (module) => module.tasks,
    (module, tasks) => ({ ...module, tasks }),
  ),
}

export const subtasks: List<SubtaskTemplate> = {
  what: 'Subtask',
  most: 50,
  many: 'subtasks of a task',
  in: within(
    tasks,
    's',
    (task) => task.subtasks ?? [],
    (task, subtasks) => ({ ...task, subtasks }),
  ),
}

export const questions: List<Question> = {
  what: 'Question',
  most: 20,
  many: 'questions of a subtask',
  in: within(
    subtasks,
    'q',
    (subtask) => subtask.questions ?? [],
    ({ questions: _before, ...subtask }, questions) =>
      questions.length > 0 ? { ...subtask, questions } : subtask,
  ),
}
