import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hashOf } from '../../contract/text.ts'
import { getUsage } from '../http/metering.ts'
import { freshKey } from '../changes/people/add-organization.ts'
import { byReceiver } from '../delivery/hook-url.ts'
import { notFound } from '../refusals.ts'
import { deactivateKey, listKeys } from '../store/people/keys.ts'
import { apiUserOf } from '../store/people/people.ts'
import { addRow, removeRow } from '../store/rows.ts'
import { listWebhooks } from '../store/webhooks.ts'
import { adminForm, noFields, type Asked, mountPage } from './kit/mount-page.ts'
import type { Site } from './kit/site.ts'
import { timeView, wholeMonth } from './kit/words.ts'

const wrongLabel = 'A label must have 1 to 100 characters.'
const newKey = z.object({ label: z.string().trim().min(1, wrongLabel).max(100, wrongLabel) })

/** Shows the key, of which only the hash is stored. No redirect, because it is shown only once. */
const createKey = adminForm(newKey, async (acting, { label }) => {
  const { deps, personUuid: person, tx } = acting
  const apiUser = await apiUserOf(acting)
  const key = freshKey(deps.newUuid)
  const uuid = deps.newUuid()
  tx.afterCommit(() => deps.log.info({ person, key: uuid }, 'a key was made'))
  const person_uuid = apiUser?.uuid ?? person
  await addRow(acting, 'api_key', { uuid, hash: hashOf(key), label, person_uuid, created_at: deps.now() })
  return { facts: { made: key } }
})

const endKey = adminForm(noFields, async (acting, _given, uuid) => {
  const { deps, personUuid: person, tx } = acting
  if (!(await deactivateKey(acting, uuid, deps.now()))) throw notFound('Key')
  tx.afterCommit(() => deps.log.info({ person, key: uuid }, 'a key was ended'))
})

/** Ends all subscriptions of the receiver that this one has. Deliveries that are still waiting will not be sent. */
const endReceiver = adminForm(noFields, async (acting, _given, uuid) => {
  const all = await listWebhooks(acting)
  const one = all.find((hook) => hook.uuid === uuid.toLowerCase())
  if (!one) throw notFound('Webhook')
  for (const hook of all) if (hook.hook_url === one.hook_url) await removeRow(acting, 'webhook', hook.uuid)
})

const settingsFacts = async ({ page: { acting } }: Asked) => {
  const keys = await listKeys(acting)
  const hooks = await listWebhooks(acting)
  const { month, used, quota } = await getUsage(acting)
  return {
    title: 'Settings',
    month: wholeMonth(month),
    used,
    quota,
    keys: keys.map((key) => ({
      ...key,
      created: timeView(key.created_at),
      active: key.deactivated_at === null,
    })),
    receivers: byReceiver(hooks).map(({ first, ...one }) => ({
      ...one,
      created: timeView(first.created_at),
    })),
  }
}

export const mountSettings = (app: FastifyInstance, site: Site): void =>
  mountPage(app, site, {
    path: '/settings',
    template: 'settings',
    adminsOnly: true,
    facts: settingsFacts,
    actions: { '/keys': createKey, '/keys/:uuid/end': endKey, '/receivers/:uuid/end': endReceiver },
  })
