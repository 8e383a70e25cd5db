import { z } from 'zod'
import { limits } from '../contract/limits.ts'
import { parsePart } from './http/validate.ts'
import type { ModuleTemplate, PlaybookContent, SubtaskTemplate, TaskTemplate } from './playbook-content.ts'
import { invalid, notFound } from './refusals.ts'

type Form = Readonly<Record<string, unknown>>
type Edit = (content: PlaybookContent, form: Form) => PlaybookContent

const caps = { modules: 50, tasks: 100, subtasks: 50 } as const
const name = z
  .string()
  .trim()
  .min(1, 'A name is required.')
  .max(limits.projectName, `A name has at most ${limits.projectName} characters.`)
const text = z.string().trim().max(20_000, 'A text has at most 20000 characters.').optional()
const days = z.coerce
  .number('Days are a number.')
  .int('Days are whole.')
  .min(0, 'Days are counted from 0.')
  .max(3_650)
/** A box that is not ticked is not sent. */
const box = z.string().optional()
const at = z.coerce.number().int().min(0)

const parse = <S extends z.ZodObject>(schema: S, form: Form) => parsePart(schema, form, 'form') as z.output<S>

const place = z.object({ m: at, t: at.optional(), s: at.optional() })
const named = z.object({ name })
const moduleForm = z.object({ name, portal_name: text })
const taskForm = z.object({
  name,
  detail: text,
  start_day: days,
  due_day: days,
  role: z.string().optional(),
  is_internal: box,
  in_order: box,
  collect_feedback: box,
  require_all_answered: box,
})
const subtaskForm = z.object({ name, description: text })

const item = <T>(list: readonly T[], index: number | undefined, what: string): T => {
  const found = index === undefined ? undefined : list[index]
  if (found === undefined) throw notFound(what)
  return found
}

const added = <T>(list: readonly T[], one: T, most: number, what: string): T[] => {
  if (list.length >= most) throw invalid('name', `There are at most ${most} ${what}.`)
  return [...list, one]
}

/** The list with one of it changed, or left out. */
const changed = <T>(
  list: readonly T[],
  index: number | undefined,
  by: ((one: T) => T) | 'out',
  what: string,
) => {
  const one = item(list, index, what)
  return by === 'out' ? list.filter((_, i) => i !== index) : list.with(index ?? 0, by(one))
}

const inModules = (
  content: PlaybookContent,
  form: Form,
  by: ((one: ModuleTemplate) => ModuleTemplate) | 'out',
) => ({
  ...content,
  modules: changed(content.modules, parse(place, form).m, by, 'Module'),
})

const inTasks = (content: PlaybookContent, form: Form, by: ((one: TaskTemplate) => TaskTemplate) | 'out') =>
  inModules(content, form, (module) => ({
    ...module,
    tasks: changed(module.tasks, parse(place, form).t, by, 'Task'),
  }))

const inSubtasks = (
  content: PlaybookContent,
  form: Form,
  by: ((one: SubtaskTemplate) => SubtaskTemplate) | 'out',
) =>
  inTasks(content, form, (task) => ({
    ...task,
    subtasks: changed(task.subtasks ?? [], parse(place, form).s, by, 'Subtask'),
  }))

const taskFrom = (content: PlaybookContent, old: TaskTemplate, form: Form): TaskTemplate => {
  const given = parse(taskForm, form)
  if (given.due_day < given.start_day)
    throw invalid('due_day', 'A task is due on or after the day it starts.')
  if (given.role && !content.roles.some(({ uuid }) => uuid === given.role)) throw notFound('Role')
  return {
    name: given.name,
    detail: given.detail ?? '',
    startDay: given.start_day,
    dueDay: given.due_day,
    ...(given.role && { role: given.role }),
    isInternal: given.is_internal !== undefined,
    inOrder: given.in_order !== undefined,
    collectFeedback: given.collect_feedback !== undefined,
    requireAllAnswered: given.require_all_answered !== undefined,
    subtasks: old.subtasks ?? [],
  }
}

/** What the editor's forms do to a draft, by the name in their address; `m`, `t` and `s` say where. */
const edits: Record<string, Edit> = {
  'add-module': (content, form) => ({
    ...content,
    modules: added(content.modules, { ...parse(named, form), tasks: [] }, caps.modules, 'modules'),
  }),
  module: (content, form) => {
    const { name, portal_name: portal } = parse(moduleForm, form)
    return inModules(content, form, ({ tasks }) => ({ name, ...(portal && { portalName: portal }), tasks }))
  },
  'remove-module': (content, form) => inModules(content, form, 'out'),
  'add-task': (content, form) => {
    const task = { ...parse(named, form), detail: '', startDay: 0, dueDay: 0 }
    return inModules(content, form, (module) => ({
      ...module,
      tasks: added(module.tasks, task, caps.tasks, 'tasks in a module'),
    }))
  },
  task: (content, form) => inTasks(content, form, (old) => taskFrom(content, old, form)),
  'remove-task': (content, form) => inTasks(content, form, 'out'),
  'add-subtask': (content, form) =>
    inTasks(content, form, (task) => ({
      ...task,
      subtasks: added(task.subtasks ?? [], parse(named, form), caps.subtasks, 'subtasks of a task'),
    })),
  subtask: (content, form) => {
    const { name, description } = parse(subtaskForm, form)
    // Its questions stay: a subtask of the old version may ask for answers.
    return inSubtasks(content, form, ({ questions }) => ({
      name,
      ...(description && { description }),
      ...(questions && { questions }),
    }))
  },
  'remove-subtask': (content, form) => inSubtasks(content, form, 'out'),
}

export const isEdit = (action: string): boolean => Object.hasOwn(edits, action)

/** The content after one edit; 422 with its reason, 404 for a place that is not there. */
export const editContent = (content: PlaybookContent, action: string, form: Form): PlaybookContent => {
  const edit = Object.hasOwn(edits, action) ? edits[action] : undefined
  if (!edit) throw notFound('Action')
  return edit(content, form)
}

/** Name, description and duration of a draft. */
export const detailsIn = (form: Form) =>
  parse(
    z.object({ name, description: text, duration_days: days.min(1, 'A playbook takes at least one day.') }),
    form,
  )
