import { z } from 'zod'
import { notBlank, shortIfAny, shortText } from './fields.ts'
import { limits } from './limits.ts'

export const webhookInputSchema = z.strictObject({ event_code: notBlank(limits.id), hook_url: z.url() })
/** The interface does not show these replies. A field of another type counts as absent. */
const text = shortText.optional().catch(undefined)
export const webhookSchema = z.looseObject({ uuid: text, event_code: text, hook_url: text })

const eventTypeSchema = z.looseObject({
  type_code: shortText,
  event_id: z.union([z.number(), z.string()]).nullish().catch(undefined),
  name: shortText.nullish().catch(undefined),
  object_code: shortText.nullish().catch(undefined),
})
export const eventsReplySchema = z.looseObject({ events: z.array(eventTypeSchema) })

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

const legacyWebhookSchema = z.looseObject({
  id: z.number().int().nullish().catch(undefined),
  address: shortIfAny,
  topic: shortIfAny,
  created_at: shortIfAny,
})
export const legacyWebhookInputSchema = z.strictObject({
  webhook: z.strictObject({ topic: z.enum(legacyTopics), address: z.url() }),
})
export const legacyWebhooksReplySchema = z.looseObject({ webhooks: z.array(legacyWebhookSchema) })
export const legacyWebhookReplySchema = z.looseObject({
  webhook: legacyWebhookSchema.optional().catch(undefined),
})
