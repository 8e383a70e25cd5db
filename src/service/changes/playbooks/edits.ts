import { z } from 'zod'
import { parseForm } from '../../http/validate.ts'
import { invalid, notFound } from '../../refusals.ts'
import { searchable } from '../../store/like.ts'
import type { PlaybookContent, TaskTemplate } from '../../store/playbooks/content.ts'
import { nameField, textField } from '../form-fields.ts'
import { adding, changing, type Edit, type Form, modules, named, removing, subtasks, tasks } from './lists.ts'
import { moves } from './moves.ts'
import { questionEdits } from './questions.ts'
import { roleEdits } from './roles.ts'

const name = nameField()
const text = textField.optional()
const days = z.coerce
  .number('Days are a number.')
  .int('Days are whole.')
  .min(0, 'Days are counted from 0.')
  .max(3_650, 'At most 3650 days.')
/** A box that is not ticked is not sent. */
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
    // Its questions stay: a subtask of the old version may ask for answers.
    return { name, ...(description && { description }), ...(questions && { questions }) }
  }),
  'remove-subtask': removing(subtasks),
  ...questionEdits,
  ...roleEdits,
  ...moves,
}

export const isEdit = (action: string): boolean => Object.hasOwn(edits, action)

/** The content after one edit; 422 with its reason, 404 for a place that is not there. */
export const editContent = (
  content: PlaybookContent,
  { action, form }: { action: string; form: Form },
  newUuid: () => string,
): PlaybookContent => {
  const edit = Object.hasOwn(edits, action) ? edits[action] : undefined
  if (!edit) throw notFound('Action')
  return edit(content, form, newUuid)
}

const detailsForm = z.object({
  name,
  description: text,
  duration_days: days.min(1, 'A playbook takes at least one day.'),
})

/** Name, description and duration of a draft, or of a playbook begun from nothing. */
export const detailsIn = (form: Form) => {
  const { name, description = '', duration_days } = parseForm(detailsForm, form)
  return { name, name_search: searchable(name), description, duration_days }
}
