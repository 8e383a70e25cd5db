import { z } from 'zod'
import type { ParsedInput } from '../../contract/api.ts'
import { legacyWebhookInputSchema, webhookInputSchema } from '../../contract/webhook.ts'
import { hookUrlProblem } from '../delivery/deliveries.ts'
import { type Acting, type Deps, inTransaction } from '../acting.ts'
import { catalog, isSubscribable } from '../events/announce.ts'
import type { WebhookRow } from '../store/rows.ts'
import { listWebhooks, putWebhook } from '../store/webhooks.ts'

export const listEvents = () => Promise.resolve({ events: catalog })

type NewSubscription = Pick<WebhookRow, 'event_code' | 'hook_url' | 'legacy'>

const subscribe = (acting: Acting, input: NewSubscription) =>
  inTransaction(acting, (scope) => {
    const { newUuid, now } = scope.deps
    return putWebhook(scope, { ...input, uuid: newUuid(), created_at: now() })
  })

/** Makes two spellings of a URL one receiver. The fragment goes, because it is never sent. */
const inOneSpelling = (given: string): string => {
  const url = URL.parse(given.trim())
  if (!url) return given
  url.hash = ''
  return url.href
}

const hookUrl = (deps: Deps) =>
  z
    .string()
    .overwrite(inOneSpelling)
    .superRefine((url, context) => {
      const problem = hookUrlProblem(url, deps)
      if (problem !== undefined) context.addIssue(problem)
    })

/** The contract's bodies, limited to the events that this service has and the receivers that it allows. */
export const webhookBodies = (deps: Deps) => ({
  createWebhook: webhookInputSchema.extend({
    event_code: z.string().refine(isSubscribable, { error: 'Unknown event.' }),
    hook_url: hookUrl(deps),
  }),
  createLegacyWebhook: legacyWebhookInputSchema.extend({
    webhook: legacyWebhookInputSchema.shape.webhook.extend({ address: hookUrl(deps) }),
  }),
})

/** Takes input that `webhookBodies` has checked. */
export const createWebhook = async (acting: Acting, input: ParsedInput<'createWebhook'>) => {
  const { uuid, event_code, hook_url } = await subscribe(acting, { ...input, legacy: 0 })
  return { uuid, event_code, hook_url }
}

const legacyRecord = ({ id, hook_url: address, event_code: topic, created_at: at }: WebhookRow) => ({
  id,
  address,
  topic,
  created_at: new Date(at).toISOString(),
})

export const listLegacyWebhooks = async (acting: Acting) => {
  const webhooks = await listWebhooks(acting)
  return { webhooks: webhooks.filter(({ legacy }) => legacy === 1).map(legacyRecord) }
}

export const createLegacyWebhook = async (
  acting: Acting,
  { webhook: { topic, address } }: ParsedInput<'createLegacyWebhook'>,
) => {
  const input = { event_code: topic, hook_url: address, legacy: 1 } as const
  return { webhook: legacyRecord(await subscribe(acting, input)) }
}
