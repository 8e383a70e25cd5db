import type { LegacyTopic } from '../../contract/webhook.ts'
import { listLegacyWebhooks as legacyOf, putWebhook } from '../store/webhooks/webhooks.ts'
import type { WebhookRow } from '../store/rows.ts'
import { hookUrlProblem } from '../delivery/hook-url.ts'
import type { Actor, Deps } from '../deps.ts'
import { catalogue, isSubscribable } from '../events/catalogue.ts'
import { invalid } from '../refusals.ts'

export const listEvents = () => Promise.resolve({ events: catalogue })

const subscribe = (deps: Deps, { org }: Actor, code: string, url: string, legacy: 0 | 1) =>
  deps.database.transaction((tx) =>
    putWebhook(tx.sql, {
      uuid: deps.newUuid(),
      org,
      event_code: code,
      hook_url: url,
      legacy,
      created_at: deps.now(),
    }),
  )

export const createWebhook = async (
  deps: Deps,
  actor: Actor,
  { event_code: code, hook_url: url }: { event_code: string; hook_url: string },
) => {
  if (!isSubscribable(code)) throw invalid('event_code', 'No such event.')
  const problem = hookUrlProblem(url, deps)
  if (problem) throw invalid('hook_url', problem)
  const { uuid, event_code, hook_url } = await subscribe(deps, actor, code, url, 0)
  return { uuid, event_code, hook_url }
}

const legacyRecord = ({ id, hook_url: address, event_code: topic, created_at: at }: WebhookRow) => ({
  id,
  address,
  topic,
  created_at: new Date(at).toISOString(),
})

export const listLegacyWebhooks = async ({ database }: Deps, { org }: Actor) => ({
  webhooks: (await legacyOf(database.sql, org)).map(legacyRecord),
})

export const createLegacyWebhook = async (
  deps: Deps,
  actor: Actor,
  { webhook: { topic, address } }: { webhook: { topic: LegacyTopic; address: string } },
) => {
  const problem = hookUrlProblem(address, deps)
  if (problem) throw invalid('webhook.address', problem)
  return { webhook: legacyRecord(await subscribe(deps, actor, topic, address, 1)) }
}
