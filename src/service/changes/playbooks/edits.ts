import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid, notFound } from '../../refusals.ts'
import { searchable } from '../../store/like.ts'
import type { PlaybookContent, TaskTemplate } from '../../store/playbooks/content.ts'
import { nameField, textField } from '../form-fields.ts'
import { adding, changing, type Edit, type Form, modules, moves, named } from './lists.ts'
import { removing, subtasks, tasks } from './lists.ts'
import { questionEdits } from './questions.ts'
import { roleEdits } from './roles.ts'

const name = nameField()
const text = textField.optional()
const days = z.coerce
  .number('Enter a number of days.')
  .int('Enter a whole number of days.')
  .min(0, 'Enter 0 or more days.')
  .max(3_650, 'Enter at most 3650 days.')
/** A browser does not send an unchecked box. */
const box = z.string().optional()

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

const taskFrom = (content: PlaybookContent, old: TaskTemplate, form: Form): TaskTemplate => {
  const given = parseForm(taskForm, form)
  if (given.due_day < given.start_day)
    throw invalid('due_day', 'The due day must be on or after the start day.')
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

/** By the name in the form's URL. */
const edits: Record<string, Edit> = {
  'add-module': adding(modules, (form) => ({ ...parseForm(named, form), tasks: [] })),
  module: changing(modules, (form, { tasks }) => {
    const { name, portal_name: portal } = parseForm(moduleForm, form)
    return { name, ...(portal && { portalName: portal }), tasks }
  }),
  'remove-module': removing(modules),
  'add-task': adding(tasks, (form) => ({ ...parseForm(named, form), detail: '', startDay: 0, dueDay: 0 })),
  task: changing(tasks, (form, old, content) => taskFrom(content, old, form)),
  'remove-task': removing(tasks),
  'add-subtask': adding(subtasks, (form) => parseForm(named, form)),
  subtask: changing(subtasks, (form, { questions }) => {
    const { name, description } = parseForm(subtaskForm, form)
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
  { action, form }: { action: string; form: Form },
  newUuid: () => string,
): PlaybookContent => {
  const edit = Object.hasOwn(edits, action) ? edits[action] : undefined
  if (!edit) throw notFound('Action')
  const edited = structuredClone(content)
  edit(edited, form, newUuid)
  return edited
}

const detailsForm = z.object({
  name,
  description: text,
  duration_days: days.min(1, 'A playbook lasts at least one day.'),
})

export const detailsIn = (form: Form) => {
  const { name, description = '', duration_days } = parseForm(detailsForm, form)
  return { name, name_search: searchable(name), description, duration_days }
}
