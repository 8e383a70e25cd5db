import { z } from 'zod'
import { limits } from '../../contract/limits.ts'

const name = z.string().trim().min(1).max(limits.projectName)
const detail = z.string().max(20_000)
const day = z.iso.date()
const status = z.enum(['Not started', 'In progress', 'Completed'])
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

export const uuidParams = z.object({ uuid: z.string() })

export const projectPatch = z.strictObject({
  name: name.optional(),
  description: detail.optional(),
  value: z.number().nullable().optional(),
  project_state: z.enum(['Active', 'Completed', 'Archived']).optional(),
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
  assignee: z.string().nullable().optional(),
})
export const newSubtask = z.strictObject({ task_uuid: z.string(), name, description: detail.optional() })
export const subtaskPatch = z.strictObject({
  status: status.optional(),
  name: name.optional(),
  action_response: response.optional(),
})
export const newComment = z.strictObject({
  message_plain: message,
  replied_to_comment_uuid: z.string().nullable().optional(),
  mentions: z.array(z.string()).max(50).optional(),
})
export const commentPatch = z.strictObject({ message_plain: message })
