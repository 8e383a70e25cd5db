import { z } from 'zod'
import { limits } from '../../../contract/limits.ts'
import { projectStates, taskStatuses } from '../../store/tables.ts'

const name = z.string().trim().min(1).max(limits.projectName)
const detail = z.string().max(20_000)
const day = z.iso.date()
const status = z.enum(taskStatuses)
const message = z.string().trim().min(1).max(40_000)
/** One value, or an answer for each question's key. */
const response = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(1_000)).max(100),
  z.record(z.string().max(100), z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()])),
])

export const projectPatch = z.strictObject({
  name: name.optional(),
  description: detail.optional(),
  value: z.number().nullable().optional(),
  project_state: z.enum(projectStates).optional(),
})
export const newModule = z.strictObject({ project_uuid: z.string(), name })
export const modulePatch = z.strictObject({ name: name.optional(), is_archived: z.boolean().optional() })
export const newTask = z.strictObject({
  module_uuid: z.string(),
  name,
  detail: detail.optional(),
  is_internal: z.boolean().optional(),
  due_date: day.optional(),
})
export const taskPatch = z.strictObject({
  status: status.optional(),
  name: name.optional(),
  detail: detail.optional(),
  is_internal: z.boolean().optional(),
  due_date: day.nullable().optional(),
  /** An e-mail address or uuid; null takes the assignment away. */
  assignee: z.string().nullable().optional(),
})
export const newSubtask = z.strictObject({ task_uuid: z.string(), name, description: detail.optional() })
export const subtaskPatch = z.strictObject({
  status: status.optional(),
  name: name.optional(),
  /** Null takes the answer back. */
  action_response: response.optional(),
})
export const newComment = z.strictObject({
  message_plain: message,
  replied_to_comment_uuid: z.string().nullable().optional(),
  /** E-mail addresses; people named in the text as `@Full Name` are mentioned too. */
  mentions: z.array(z.string()).max(50).optional(),
})
export const commentPatch = z.strictObject({ message_plain: message })

/** A page's form says what it was made from; programs need not, and their last word counts. */
interface Seen {
  readonly seen?: string | undefined
}
/** A page's form names what it asks for: sent twice, it is still one. */
interface Once {
  readonly once?: string | undefined
}

export interface ProjectPatch extends z.output<typeof projectPatch>, Seen {
  readonly due_date?: string | undefined
  /** A user of the vendor's, by uuid. */
  readonly owner?: string | undefined
}
export interface ModulePatch extends z.output<typeof modulePatch>, Seen {
  /** What customers read. */
  readonly portal_name?: string | undefined
}
export interface TaskPatch extends z.output<typeof taskPatch>, Seen {}
export interface SubtaskPatch extends z.output<typeof subtaskPatch>, Seen {
  readonly description?: string | undefined
}
export interface CommentPatch extends z.output<typeof commentPatch>, Seen {}
export interface NewModule extends z.output<typeof newModule>, Once {}
export interface NewTask extends z.output<typeof newTask>, Once {}
export interface NewSubtask extends z.output<typeof newSubtask>, Once {}
export interface NewComment extends z.output<typeof newComment>, Once {}
