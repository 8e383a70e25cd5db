import { z } from 'zod'
import {
  deliveriesQuerySchema,
  readDeliveries,
  replayAll,
  replayDelivery,
  byReceiver,
} from '../delivery/deliveries.ts'
import { countAside, withOneAttempt, listWebhooks } from '../store/webhooks.ts'
import {
  type PageRequest,
  type SentForm,
  uuidIn,
  adminForm,
  noFieldsSchema,
  type FormPage,
} from './kit/mount-page.ts'
import { filtersOf, pagesOf, wantedPage } from './kit/request.ts'
import { timeView, wholeMonth } from './kit/words.ts'
import { hashOf } from '../../contract/text.ts'
import { getUsage } from '../http/admission.ts'
import { freshKey } from '../changes/organizations.ts'
import { visibleLine } from '../http/validate.ts'
import { notFound } from '../acting.ts'
import { deactivateKey, listKeys } from '../store/organizations.ts'
import { apiUserOf } from '../store/people.ts'
import { addRow, removeRow } from '../store/rows.ts'

const deliveriesShown = 50
const deliveryStates = { aside: 'Set aside', waiting: 'Waiting', delivered: 'Delivered' } as const

const deliveriesFacts = async ({ page: { acting }, query }: PageRequest) => {
  const at = wantedPage(query, 'page')
  const state = deliveriesQuerySchema.shape.state.safeParse(query['state']).data
  const filter = { limit: deliveriesShown, offset: at * deliveriesShown, state }
  const { deliveries, pagination } = await readDeliveries(acting, filter)
  return {
    title: 'Deliveries',
    state,
    aside: await countAside(acting),
    failing: byReceiver(await withOneAttempt(acting)).map(({ receiver, hooks }) => ({
      receiver,
      events: hooks.map((hook) => hook.event_code),
      aside: hooks.reduce((sum, { aside }) => sum + aside, 0),
      since: timeView(Math.min(...hooks.map((hook) => hook.one_attempt_since ?? 0))),
    })),
    filters: filtersOf(query, state, deliveryStates),
    pages: pagesOf(query, 'page', { page: at, size: deliveriesShown, total: pagination.total }),
    deliveries: deliveries.map((one) => ({
      ...one,
      time: timeView(one.created_at ?? 0),
      settled: one.settled_at === null ? undefined : timeView(one.settled_at),
    })),
  }
}

export const deliveriesPage: FormPage = {
  path: '/deliveries',
  template: 'deliveries',
  forTeam: true,
  facts: deliveriesFacts,
  actions: {
    '/replay': ({ page }) => replayAll(page.acting),
    '/:uuid/replay': async (sent) => {
      await replayDelivery(sent.page.acting, uuidIn(sent))
    },
  },
}

const wrongLabel = 'A label must have 1 to 100 characters.'
const newKeySchema = z.object({ label: visibleLine(100, wrongLabel) })

/** Shows the key, of which only the hash is stored. No redirect, because it is shown only once. */
const createKey = adminForm('a key was made', newKeySchema, async (acting, { label }) => {
  const { deps, personUuid: person } = acting
  const apiUser = await apiUserOf(acting)
  const key = freshKey(deps.newUuid)
  const uuid = deps.newUuid()
  acting.note({ key: uuid })
  const person_uuid = apiUser?.uuid ?? person
  await addRow(acting, 'api_key', { uuid, hash: hashOf(key), label, person_uuid, created_at: deps.now() })
  return { facts: { made: key } }
})

const endKey = adminForm('a key was ended', noFieldsSchema, async (acting, _given, uuid) => {
  acting.note({ key: uuid })
  if (!(await deactivateKey(acting, uuid, acting.deps.now()))) throw notFound('Key')
})

/** Ends all subscriptions with this one's receiver. Deliveries that are still waiting will not be sent. */
const removeReceiver = adminForm('a receiver was removed', noFieldsSchema, async (acting, _given, uuid) => {
  acting.note({ webhook: uuid })
  const all = await listWebhooks(acting)
  const webhook = all.find((hook) => hook.uuid === uuid.toLowerCase())
  if (!webhook) throw notFound('Webhook')
  for (const hook of all)
    if (hook.hook_url === webhook.hook_url) await removeRow(acting, 'webhook', hook.uuid)
})

const endReceiver = async (sent: SentForm): Promise<void> => {
  await removeReceiver(sent)
  // A failing delivery to the removed receiver may hold up all others until its next attempt.
  const { deps, org } = sent.page.acting
  await deps.lanes.resume('hook', org)
}

const settingsFacts = async ({ page: { acting } }: PageRequest) => {
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

export const settingsPage: FormPage = {
  path: '/settings',
  template: 'settings',
  adminsOnly: true,
  facts: settingsFacts,
  actions: { '/keys': createKey, '/keys/:uuid/end': endKey, '/receivers/:uuid/end': endReceiver },
}
