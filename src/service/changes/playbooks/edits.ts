import { z } from 'zod'
import { ifSet } from '../../../contract/text.ts'
import { bit } from '../change.ts'
import { parseForm, nameField, textField, linesIn } from '../../http/validate.ts'
import { invalid, notFound } from '../../acting.ts'
import { searchable } from '../../store/rows.ts'
import type { PlaybookContent, TaskTemplate, Question } from '../../store/playbooks.ts'
import {
  adding,
  changing,
  type Edit,
  type Form,
  modules,
  moves,
  nameSchema,
  removing,
  subtasks,
  tasks,
  questions,
  type List,
} from './lists.ts'

type Role = PlaybookContent['roles'][number]

const roleIn = (form: Form) => parseForm(z.object({ role: z.string() }), form).role

const roles: List<Role> = {
  what: 'Role',
  most: 20,
  many: 'roles',
  of: (content) => content.roles,
  at: (form, all) => all.findIndex(({ uuid }) => uuid === roleIn(form)),
}

const roleFrom = (form: Form, all: readonly Role[], uuid: string): Role => {
  const { name } = parseForm(nameSchema, form)
  if (all.some((one) => one.name === name && one.uuid !== uuid))
    throw invalid('name', 'Another role has this name.')
  return { uuid, name }
}

const roleEdits: Record<string, Edit> = {
  'add-role': adding(roles, (form, all, newUuid) => roleFrom(form, all, newUuid())),
  'rename-role': changing(roles, (form, { uuid }, content) => roleFrom(form, content.roles, uuid)),
  'remove-role': (content, form, newUuid) => {
    removing(roles)(content, form, newUuid)
    for (const task of content.modules.flatMap(({ tasks }) => tasks))
      if (task.role === roleIn(form)) delete task.role
  },
}

const questionFormSchema = z.object({
  name: nameField(),
  type: z.enum(['text', 'choice'], 'Choose how the question is answered.'),
  options: z.string().max(10_000, 'The options can have at most 10000 characters.').optional(),
})

const questionFrom = (form: Form, key: string): Question => {
  const { name, type, options } = parseForm(questionFormSchema, form)
  if (type === 'text') return { key, name, type }
  const choices = linesIn(options)
  if (choices.length < 2) throw invalid('options', 'Enter at least two options, one per line.')
  return { key, name, type, options: choices }
}

/** Answers are stored by key, so two questions never share one. */
const freeKey = (questions: readonly Question[]): string => {
  const taken = new Set(questions.map(({ key }) => key))
  let at = questions.length + 1
  while (taken.has(`q${at}`)) at += 1
  return `q${at}`
}

const questionEdits: Record<string, Edit> = {
  'add-question': adding(questions, (form, all) => questionFrom(form, freeKey(all))),
  question: changing(questions, (form, { key }) => questionFrom(form, key)),
  'remove-question': removing(questions),
}

const name = nameField()
const text = textField.optional()
const textOrEmpty = textField.default('')
const days = z.coerce
  .number('Enter a number of days.')
  .int('Enter a whole number of days.')
  .min(0, 'Enter 0 or more days.')
  .max(3_650, 'Enter at most 3650 days.')
/** A browser does not send an unchecked box. */
const box = z
  .string()
  .optional()
  .transform((given) => bit(given !== undefined))

const moduleFormSchema = z.object({ name, portal_name: text.transform(ifSet) })
const taskFormSchema = z.object({
  name,
  detail: textOrEmpty,
  start_day: days,
  due_day: days,
  role: z.string().optional(),
  is_internal: box,
  in_order: box,
  collect_feedback: box,
  require_all_answered: box,
})
const subtaskFormSchema = z.object({ name, description: text })

const taskFrom = (content: PlaybookContent, old: TaskTemplate, form: Form): TaskTemplate => {
  const given = parseForm(taskFormSchema, form)
  if (given.due_day < given.start_day)
    throw invalid('due_day', 'The due day must be on or after the start day.')
  if (given.role && !content.roles.some(({ uuid }) => uuid === given.role)) throw notFound('Role')
  return { ...given, role: given.role || undefined, subtasks: old.subtasks ?? [] }
}

const edits: Record<string, Edit> = {
  'add-module': adding(modules, (form) => ({ ...parseForm(nameSchema, form), tasks: [] })),
  module: changing(modules, (form, { tasks }) => {
    const { name, portal_name } = parseForm(moduleFormSchema, form)
    return { name, ...(portal_name && { portal_name }), tasks }
  }),
  'remove-module': removing(modules),
  'add-task': adding(tasks, (form) => ({
    ...parseForm(nameSchema, form),
    detail: '',
    start_day: 0,
    due_day: 0,
  })),
  task: changing(tasks, (form, old, content) => taskFrom(content, old, form)),
  'remove-task': removing(tasks),
  'add-subtask': adding(subtasks, (form) => parseForm(nameSchema, form)),
  subtask: changing(subtasks, (form, { questions }) => {
    const { name, description } = parseForm(subtaskFormSchema, form)
    return { name, ...(description && { description }), ...(questions && { questions }) }
  }),
  'remove-subtask': removing(subtasks),
  ...questionEdits,
  ...roleEdits,
  ...moves,
}

export const isEdit = (action: string): boolean => Object.hasOwn(edits, action)

/** Returns an edited copy. Throws 422 with the reason, or 404 when the form names an item that doesn't exist. */
export const editContent = (
  content: PlaybookContent,
  action: string,
  form: Form,
  newUuid: () => string,
): PlaybookContent => {
  const edit = Object.hasOwn(edits, action) ? edits[action] : undefined
  if (!edit) throw notFound('Action')
  const edited = structuredClone(content)
  edit(edited, form, newUuid)
  return edited
}

const detailsFormSchema = z.object({
  name,
  description: textOrEmpty,
  duration_days: days.min(1, 'A playbook lasts at least one day.'),
})

export const detailsIn = (form: Form) => {
  const details = parseForm(detailsFormSchema, form)
  return { ...details, name_search: searchable(details.name) }
}
