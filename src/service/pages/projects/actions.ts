import { z } from 'zod'
import { isoDay } from '../../../contract/dates.ts'
import { limits } from '../../../contract/limits.ts'
import { isBlank, startOf } from '../../../contract/text.ts'
import { comments, notes } from '../../changes/comments.ts'
import { writeFields } from '../../changes/field-values.ts'
import { createModule, patchModule, patchProject } from '../../changes/projects.ts'
import { createSubtask, patchSubtask, removeSubtask } from '../../changes/subtasks.ts'
import { createTask, patchTask, removeTask, settleTask } from '../../changes/tasks.ts'
import { nameField, textField, typedText, parseForm } from '../../http/validate.ts'
import { type Acting, notFound } from '../../acting.ts'
import { projectStates, taskStatuses } from '../../store/tables.ts'
import type { Form } from '../kit/request.ts'

type Action = (acting: Acting, uuid: string, form: Form) => Promise<unknown>

const taking =
  <S extends z.ZodObject>(
    schema: S,
    run: (acting: Acting, uuid: string, given: z.output<S>, form: Form) => Promise<unknown>,
  ): Action =>
  (acting, uuid, form) =>
    run(acting, uuid, parseForm(schema, form), form)

const name = nameField()
const message = (noun: string) =>
  typedText().pipe(
    z
      .string()
      .refine((text) => !isBlank(text), 'Write something first.')
      .max(limits.comment, `A ${noun} can have at most ${limits.comment} characters.`),
  )
const day = isoDay('Choose a date.')
const seen = z.string().optional()
const empty = z.literal('')
const orNull = (text: string | null | undefined) => text || null

const commentSchema = z.object({
  message_plain: message('comment'),
  replied_to_comment_uuid: z.string().optional().transform(orNull),
})
const noteSchema = z.object({ message_plain: message('note') })
const nameSchema = z.object({ name })
const taskStatusSchema = z.object({ status: z.enum(taskStatuses) })
const projectSchema = z.object({ name, description: textField, due_date: day, owner: z.string(), seen })
const moduleSchema = z.object({ name, portal_name: z.union([empty, name]), seen })
const taskSchema = z.object({
  name,
  detail: textField,
  due_date: z.union([empty, day]).transform(orNull),
  assignee: z.string().transform(orNull),
  is_internal: z
    .string()
    .optional()
    .transform((box) => box !== undefined),
  seen,
})

/** Fields are named `answer.{key}`. If there is only one, its value is the whole answer. */
const answersIn = (form: Form) => {
  const answers = Object.entries(form)
    .filter(([key]) => key.startsWith('answer.'))
    .map(([key, value]) => [key.slice('answer.'.length), startOf(String(value), limits.longText)] as const)
  if (answers.length === 0) return {}
  return { action_response: answers.length === 1 ? answers[0]?.[1] : Object.fromEntries(answers) }
}

/** By the name in the form's URL. */
export const actions: Readonly<Record<string, Action>> = {
  comment: taking(commentSchema, comments.create),
  'edit-comment': taking(commentSchema.pick({ message_plain: true }).extend({ seen }), comments.edit),
  'delete-comment': comments.remove,
  note: taking(noteSchema, notes.create),
  'edit-note': taking(noteSchema.extend({ seen }), notes.edit),
  'delete-note': notes.remove,
  'task-status': taking(taskStatusSchema, patchTask),
  subtask: taking(taskStatusSchema, (acting, uuid, given, form) =>
    patchSubtask(acting, uuid, { ...given, ...answersIn(form) }),
  ),
  'project-state': taking(z.object({ project_state: z.enum(projectStates) }), patchProject),
  'edit-project': taking(projectSchema, patchProject),
  'edit-fields': writeFields,
  'add-module': taking(nameSchema, (acting, uuid, given) =>
    createModule(acting, { project_uuid: uuid, ...given }),
  ),
  'edit-module': taking(moduleSchema, (acting, uuid, given) =>
    patchModule(acting, uuid, { ...given, portal_name: given.portal_name || given.name }),
  ),
  'archive-module': (acting, uuid) => patchModule(acting, uuid, { is_archived: true }),
  'add-task': taking(nameSchema, (acting, uuid, given) =>
    createTask(acting, { module_uuid: uuid, ...given }),
  ),
  'edit-task': taking(taskSchema, patchTask),
  'delete-task': removeTask,
  'no-answer-needed': settleTask,
  'add-subtask': taking(nameSchema, (acting, uuid, given) =>
    createSubtask(acting, { task_uuid: uuid, ...given }),
  ),
  'edit-subtask': taking(z.object({ name, description: textField, seen }), patchSubtask),
  'delete-subtask': removeSubtask,
}

export const act = async (acting: Acting, action: string, uuid: string, form: Form): Promise<void> => {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw notFound('Action')
  const fields = Object.entries(form).filter(([, value]) => typeof value === 'string')
  await run(acting, uuid, Object.fromEntries(fields))
}
