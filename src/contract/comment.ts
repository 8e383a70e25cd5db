import { z } from 'zod'
import { commentText, id, idIfAny, shortIfAny, notBlank } from './fields.ts'
import { limits } from './limits.ts'

/** Who wrote it, and which words, is needed. The rest may be missing or of another type. */
export const comment = z.looseObject({
  uuid: id,
  created_by_uuid: id,
  created_by_name: shortIfAny,
  message_plain: commentText,
  message_rtf: commentText.nullish().catch(undefined),
  associated_object_uuid: idIfAny,
  associated_object_type: shortIfAny,
  parent_object_uuid: idIfAny,
  parent_object_type: shortIfAny,
  replied_to_comment_uuid: idIfAny,
  created_at: shortIfAny,
  edited_at: shortIfAny,
})
export type Comment = z.output<typeof comment>

export const commentParams = z.object({ comment_uuid: z.string() })
export const commentInput = z.strictObject({ message_plain: notBlank(limits.comment) })
