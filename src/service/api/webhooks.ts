import { z } from 'zod'
import type { ParsedInput } from '../../contract/api.ts'
import { legacyWebhookInputSchema, webhookInputSchema } from '../../contract/webhook.ts'
import { hookUrlProblem } from '../delivery/deliveries.ts'
import { type Acting, type Deps, inTransaction, unresolved } from '../acting.ts'
import { catalog, isSubscribable } from '../events/announce.ts'
import { lockOrganization } from '../store/organizations.ts'
import { addRow, type WebhookRow } from '../store/rows.ts'
import { countWebhooks, findWebhook, listWebhooks } from '../store/webhooks.ts'

export const listEvents = () => Promise.resolve({ events: catalog })

/** Each event is delivered to all of them. */
const mostSubscriptions = 100
const tooMany = `An organization can have at most ${mostSubscriptions} subscriptions. A Vendor Admin can remove receivers under Admin.`

type NewSubscription = Pick<WebhookRow, 'event_code' | 'hook_url' | 'legacy'>

/** Subscribing the same URL to the same event again keeps the subscription. */
const subscribe = (acting: Acting, input: NewSubscription) =>
  inTransaction(acting, async (scope) => {
    const { newUuid, now, database } = scope.deps
    // Of two at once, the second one counts the first.
    await lockOrganization(scope, database.engine)
    const known = await findWebhook(scope, input)
    if (known) return known
    if ((await countWebhooks(scope)) >= mostSubscriptions) throw unresolved(tooMany)
    return addRow(scope, 'webhook', { ...input, uuid: newUuid(), created_at: now() })
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
