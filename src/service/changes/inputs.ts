import { z } from 'zod'
import { isoDay } from '../../contract/dates.ts'
import { limits } from '../../contract/limits.ts'
import { notBlank } from '../../contract/fields.ts'
import { projectStates, taskStatuses } from '../store/tables.ts'

const name = notBlank(limits.projectName)
const longText = z.string().max(limits.longText)
const day = isoDay()
const status = z.enum(taskStatuses)
const message = notBlank(limits.comment)
/** JavaScript reads larger numbers from JSON inexactly, and the largest as `Infinity`. */
export const isExact = (given: number): boolean => Math.abs(given) <= Number.MAX_SAFE_INTEGER
const exactNumber = z.number().refine(isExact, { error: 'Must be a number below 9007199254740992.' })
/** One value, or an answer by question key. */
const response = z.union([
  longText,
  exactNumber,
  z.boolean(),
  z.null(),
  z.array(z.string().max(1_000)).max(100),
  z.record(z.string().max(100), z.union([longText, exactNumber, z.boolean(), z.null()])),
])

export const projectPatchSchema = z.strictObject({
  name: name.optional(),
  description: longText.optional(),
  value: exactNumber.nullable().optional(),
  project_state: z.enum(projectStates).optional(),
})
export const newModuleSchema = z.strictObject({ project_uuid: z.string(), name })
export const modulePatchSchema = z.strictObject({
  name: name.optional(),
  is_archived: z.boolean().optional(),
})
export const newTaskSchema = z.strictObject({
  module_uuid: z.string(),
  name,
  detail: longText.optional(),
  is_internal: z.boolean().optional(),
  due_date: day.optional(),
})
export const taskPatchSchema = z.strictObject({
  status: status.optional(),
  name: name.optional(),
  detail: longText.optional(),
  is_internal: z.boolean().optional(),
  due_date: day.nullable().optional(),
  /** An email address or uuid; null unassigns. */
  assignee: z.string().nullable().optional(),
})
export const newSubtaskSchema = z.strictObject({
  task_uuid: z.string(),
  name,
  description: longText.optional(),
})
export const subtaskPatchSchema = z.strictObject({
  status: status.optional(),
  name: name.optional(),
  /** Null removes the answer. */
  action_response: response.optional(),
})
export const newCommentSchema = z.strictObject({
  message_plain: message,
  replied_to_comment_uuid: z.string().nullable().optional(),
  /** Email addresses; the text may mention more people as `@Full Name`. */
  mentions: z.array(z.string()).max(limits.mentions).optional(),
})
export const commentPatchSchema = z.strictObject({ message_plain: message })
export const noteSchema = commentPatchSchema

/** `seen` is the hash of the values that a form showed. A write without it, as from a program, always wins. */
interface Seen {
  readonly seen?: string | undefined
}
export interface ProjectPatch extends z.output<typeof projectPatchSchema>, Seen {
  readonly due_date?: string | undefined
  /** The uuid or email address of an internal user. */
  readonly owner?: string | undefined
}
export interface ModulePatch extends z.output<typeof modulePatchSchema>, Seen {
  readonly portal_name?: string | undefined
}
export interface TaskPatch extends z.output<typeof taskPatchSchema>, Seen {}
export interface SubtaskPatch extends z.output<typeof subtaskPatchSchema>, Seen {
  readonly description?: string | undefined
}
export interface CommentPatch extends z.output<typeof commentPatchSchema>, Seen {}
export type NewModule = z.output<typeof newModuleSchema>
export type NewTask = z.output<typeof newTaskSchema>
export type NewSubtask = z.output<typeof newSubtaskSchema>
export type NewComment = z.output<typeof newCommentSchema>
export type NewNote = z.output<typeof noteSchema>
