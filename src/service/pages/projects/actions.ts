import { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { createComment, editComment, removeComment } from '../../changes/projects/comments.ts'
import { createModule } from '../../changes/projects/create-module.ts'
import { createTask } from '../../changes/projects/create-task.ts'
import { inviteContact } from '../../changes/projects/invite.ts'
import { patchModule } from '../../changes/projects/modules.ts'
import { patchProject } from '../../changes/projects/projects.ts'
import { createSubtask, patchSubtask, removeSubtask } from '../../changes/projects/subtasks.ts'
import { patchTask, removeTask } from '../../changes/projects/tasks.ts'
import type { Actor, Deps } from '../../deps.ts'
import { parsePart } from '../../http/validate.ts'
import { notFound } from '../../refusals.ts'

type Form = Readonly<Record<string, unknown>>
type Action = (deps: Deps, actor: Actor, uuid: string, form: Form) => Promise<unknown>

const name = z
  .string()
  .trim()
  .min(1, 'A name is required.')
  .max(limits.projectName, `A name has at most ${limits.projectName} characters.`)
const text = z.string().trim().max(20_000, 'A text has at most 20000 characters.')
const message = z
  .string()
  .trim()
  .min(1, 'Write something first.')
  .max(40_000, 'A comment has at most 40000 characters.')
const day = z.iso.date('Choose a date.')
const seen = z.string().optional()
/** Empty where a script sends the form: it sends none twice. */
const once = z.union([z.literal('').transform(() => undefined), z.uuid()]).optional()

const taskStatus = z.object({ status: z.enum(['Not started', 'In progress', 'Completed']) })
const projectState = z.object({ project_state: z.enum(['Active', 'Completed', 'Archived']) })
const comment = z.object({ message_plain: message, replied_to_comment_uuid: z.string().optional(), once })
const added = z.object({ name, once })
const project = z.object({ name, description: text, due_date: day, owner: z.string(), seen })
const module = z.object({ name, portal_name: z.union([z.literal(''), name]), seen })
const task = z.object({
  name,
  detail: text,
  due_date: z.union([z.literal(''), day]),
  assignee: z.string(),
  is_internal: z.string().optional(),
  seen,
})
const subtask = z.object({ name, description: text, seen })

const parse = <S extends z.ZodObject>(schema: S, form: unknown) =>
  parsePart(schema, form, 'form') as z.output<S>

const fieldsOf = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'))

/** The answers of a form: `answer.{key}` fields; a single question's answer is the value itself. */
const answersIn = (form: Form) => {
  const answers = Object.entries(form)
    .filter(([key]) => key.startsWith('answer.'))
    .map(([key, value]) => [key.slice('answer.'.length), String(value).slice(0, 20_000)] as const)
  if (answers.length === 0) return {}
  return { action_response: answers.length === 1 ? answers[0]?.[1] : Object.fromEntries(answers) }
}

/** What the forms of a project's page do, by the name in their address. */
const actions: Record<string, Action> = {
  comment: (deps, actor, uuid, form) => {
    const { replied_to_comment_uuid: answered, ...given } = parse(comment, form)
    return createComment(deps, actor, uuid, { ...given, replied_to_comment_uuid: answered || null })
  },
  'edit-comment': (deps, actor, uuid, form) => {
    const given = parse(comment.pick({ message_plain: true }).extend({ seen }), form)
    return editComment(deps, actor, uuid, given.message_plain, given.seen)
  },
  'delete-comment': (deps, actor, uuid) => removeComment(deps, actor, uuid),
  'task-status': (deps, actor, uuid, form) => patchTask(deps, actor, uuid, parse(taskStatus, form)),
  subtask: (deps, actor, uuid, form) =>
    patchSubtask(deps, actor, uuid, { ...parse(taskStatus, form), ...answersIn(form) }),
  'project-state': (deps, actor, uuid, form) => patchProject(deps, actor, uuid, parse(projectState, form)),
  'edit-project': (deps, actor, uuid, form) => patchProject(deps, actor, uuid, parse(project, form)),
  'add-module': (deps, actor, uuid, form) =>
    createModule(deps, actor, { project_uuid: uuid, ...parse(added, form) }),
  'edit-module': (deps, actor, uuid, form) => {
    const { portal_name: portal, ...given } = parse(module, form)
    return patchModule(deps, actor, uuid, { ...given, portal_name: portal || given.name })
  },
  'archive-module': (deps, actor, uuid) => patchModule(deps, actor, uuid, { is_archived: true }),
  'add-task': (deps, actor, uuid, form) =>
    createTask(deps, actor, { module_uuid: uuid, ...parse(added, form) }),
  'edit-task': (deps, actor, uuid, form) => {
    const { due_date: due, assignee, is_internal: internal, ...given } = parse(task, form)
    const rest = { due_date: due || null, assignee: assignee || null, is_internal: internal !== undefined }
    return patchTask(deps, actor, uuid, { ...given, ...rest })
  },
  'delete-task': (deps, actor, uuid) => removeTask(deps, actor, uuid),
  'add-subtask': (deps, actor, uuid, form) =>
    createSubtask(deps, actor, { task_uuid: uuid, ...parse(added, form) }),
  'edit-subtask': (deps, actor, uuid, form) => patchSubtask(deps, actor, uuid, parse(subtask, form)),
  'delete-subtask': (deps, actor, uuid) => removeSubtask(deps, actor, uuid),
  invite: (deps, actor, uuid, form) =>
    inviteContact(deps, actor, uuid, parse(z.object({ person: z.string() }), form).person),
}

export const act = async (
  deps: Deps,
  actor: Actor,
  { action, uuid, form }: { action: string; uuid: string; form: Form },
): Promise<void> => {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw notFound('Action')
  await run(deps, actor, uuid, fieldsOf(form))
}
