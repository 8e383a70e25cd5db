import { z } from 'zod'
import { id } from './id.ts'
import { notBlank } from './text/not-blank.ts'

export const comment = z.looseObject({
  uuid: id,
  created_by_uuid: id,
  created_by_name: z.string().nullish(),
  message_plain: z.string(),
  message_rtf: z.string().nullish(),
  associated_object_uuid: id.nullish(),
  associated_object_type: z.string().nullish(),
  parent_object_uuid: id.nullish(),
  parent_object_type: z.string().nullish(),
  replied_to_comment_uuid: id.nullish(),
  created_at: z.string().nullish(),
  edited_at: z.string().nullish(),
})
export type Comment = z.output<typeof comment>

export const commentParams = z.object({ comment_uuid: z.string() })
/** The limit is ours, enough for any Slack message. */
export const commentInput = z.strictObject({ message_plain: notBlank(40_000) })
