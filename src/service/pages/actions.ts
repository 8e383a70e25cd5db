import { z } from 'zod'
import { newComment, commentPatch } from '../app/schemas.ts'
import { createComment, editComment, removeComment } from '../changes/comments.ts'
import { patchProject } from '../changes/projects.ts'
import { patchSubtask } from '../changes/subtasks.ts'
import { patchTask } from '../changes/tasks.ts'
import type { Actor, Deps } from '../deps.ts'
import { parsePart } from '../http/validate.ts'
import { notFound } from '../refusals.ts'

type Form = Record<string, string>
type Action = (deps: Deps, actor: Actor, uuid: string, form: Form) => Promise<unknown>

const taskStatus = z.object({ status: z.enum(['Not started', 'In progress', 'Completed']) })
const projectState = z.object({ project_state: z.enum(['Active', 'Completed', 'Archived']) })

const parse = <S extends z.ZodObject>(schema: S, form: unknown) =>
  parsePart(schema, form, 'form') as z.output<S>

/** The answers of a form: `answer.{key}` fields; a single question's answer is the value itself. */
const answersIn = (form: Form) => {
  const answers = Object.entries(form)
    .filter(([key]) => key.startsWith('answer.'))
    .map(([key, value]) => [key.slice('answer.'.length), value.slice(0, 20_000)] as const)
  if (answers.length === 0) return {}
  return { action_response: answers.length === 1 ? answers[0]?.[1] : Object.fromEntries(answers) }
}

/** What the forms of a project's page do, by the name in their address. */
const actions: Record<string, Action> = {
  comment: (deps, actor, task, { message_plain, replied_to_comment_uuid: answered }) =>
    createComment(
      deps,
      actor,
      task,
      parse(newComment, { message_plain, replied_to_comment_uuid: answered || null }),
    ),
  'edit-comment': (deps, actor, comment, { message_plain }) =>
    editComment(deps, actor, comment, parse(commentPatch, { message_plain }).message_plain),
  'delete-comment': (deps, actor, comment) => removeComment(deps, actor, comment),
  'task-status': (deps, actor, task, form) => patchTask(deps, actor, task, parse(taskStatus, form)),
  subtask: (deps, actor, subtask, form) =>
    patchSubtask(deps, actor, subtask, { ...parse(taskStatus, form), ...answersIn(form) }),
  'project-state': (deps, actor, project, form) =>
    patchProject(deps, actor, project, parse(projectState, form)),
}

export const act = async (
  deps: Deps,
  actor: Actor,
  { action, uuid, form }: { action: string; uuid: string; form: Form },
): Promise<void> => {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run) throw notFound('Action')
  await run(deps, actor, uuid, form)
}
