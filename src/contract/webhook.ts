import { z } from 'zod'
import { shortText } from './fields.ts'

export const webhookInput = z.strictObject({ event_code: z.string().min(1), hook_url: z.url() })
/** The interface does not show these replies. A field of another type counts as absent. */
const text = shortText.optional().catch(undefined)
export const webhook = z.looseObject({ uuid: text, event_code: text, hook_url: text })

const eventType = z.looseObject({
  type_code: shortText,
  event_id: z.union([z.number(), z.string()]).nullish().catch(undefined),
  name: shortText.nullish().catch(undefined),
  object_code: shortText.nullish().catch(undefined),
})
export const eventsReply = z.looseObject({ events: z.array(eventType) })

/** No event of the current catalog is about notes. */
export const noteTopics = ['add_project_note', 'edit_project_note', 'delete_project_note'] as const
export type NoteTopic = (typeof noteTopics)[number]

export const legacyTopics = [
  'add_project',
  'edit_project',
  'update_step',
  'add_task_step',
  'update_task_state',
  'project_completed',
  'project_task_completed',
  ...noteTopics,
] as const
export type LegacyTopic = (typeof legacyTopics)[number]

const legacyWebhook = z.looseObject({
  id: z.number().int(),
  address: shortText,
  topic: shortText,
  created_at: shortText,
})
export const legacyWebhookInput = z.strictObject({
  webhook: z.strictObject({ topic: z.enum(legacyTopics), address: z.url() }),
})
export const legacyWebhooksReply = z.looseObject({ webhooks: z.array(legacyWebhook) })
export const legacyWebhookReply = z.looseObject({ webhook: legacyWebhook.optional().catch(undefined) })
