import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiProblem } from '../../contract/problem.ts'
import { listKeys } from '../../store/service/keys.ts'
import { readUsed } from '../../store/service/usage.ts'
import { listWebhooks } from '../../store/service/webhooks.ts'
import { monthOf } from '../api/usage.ts'
import { createKey, endKey, endWebhook, onlyAdmin } from '../changes/settings.ts'
import { shownUrl } from '../delivery/shown-url.ts'
import type { Deps } from '../deps.ts'
import { type Entrance, type Page, pageFor } from './page.ts'
import { headers, type Render } from './render.ts'
import { sameOrigin } from './same-origin.ts'
import { shortTime } from './words.ts'

interface SettingsOptions {
  readonly org: string
  readonly render: Render
  readonly entrance: Entrance
  readonly monthlyQuota: number
}

const base = '/settings'
const time = (ms: number) => shortTime(new Date(ms).toISOString())
const html = (reply: FastifyReply) => reply.headers(headers).type('text/html; charset=utf-8')

const show = async (
  { database, now }: Deps,
  { org, render, monthlyQuota }: SettingsOptions,
  page: Page,
  facts: { made?: string; notice?: string } = {},
) => {
  onlyAdmin(page.person)
  const keys = await listKeys(database.sql, org)
  const hooks = await listWebhooks(database.sql, org)
  const month = monthOf(now())
  return render.page('settings', {
    ...page,
    ...facts,
    home: '/projects',
    title: 'Settings',
    path: base,
    month,
    used: await readUsed(database.sql, org, month),
    quota: monthlyQuota,
    keys: keys.map((key) => ({ ...key, created: time(key.created_at), active: key.deactivated_at === null })),
    hooks: hooks.map((hook) => ({
      uuid: hook.uuid,
      event: hook.event_code,
      legacy: hook.legacy === 1,
      receiver: shownUrl(hook.hook_url),
    })),
  })
}

/** Keys, usage and subscriptions: for the Vendor Admin alone. */
export const mountSettings = (app: FastifyInstance, deps: Deps, options: SettingsOptions): void => {
  const { org, entrance } = options
  const pageOf = (request: FastifyRequest, reply: FastifyReply) =>
    pageFor(deps, request, reply, { side: 'vendor', base, org, accountUuid: undefined, entrance })

  app.get(base, async (request, reply) =>
    html(reply).send(await show(deps, options, await pageOf(request, reply))),
  )
  app.post(`${base}/keys`, async (request, reply) => {
    sameOrigin(request)
    const page = await pageOf(request, reply)
    const { label = '' } = (request.body ?? {}) as { label?: string }
    try {
      const made = await createKey(deps, page.actor, label)
      return await html(reply).send(await show(deps, options, page, { made }))
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.kind !== 'invalid') throw error
      const notice = error.fields[0]?.message ?? error.message
      return html(reply)
        .status(422)
        .send(await show(deps, options, page, { notice }))
    }
  })
  const ending = { keys: endKey, webhooks: endWebhook } as const
  for (const [what, end] of Object.entries(ending)) {
    app.post(`${base}/${what}/:uuid/end`, async (request, reply) => {
      sameOrigin(request)
      const page = await pageOf(request, reply)
      await end(deps, page.actor, (request.params as { uuid: string }).uuid)
      return reply.redirect(`${base}${page.query}`, 303)
    })
  }
}
