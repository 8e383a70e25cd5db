import type { FastifyInstance } from 'fastify'
import { listKeys } from '../store/people/keys.ts'
import { readUsed } from '../store/people/usage.ts'
import { listWebhooks } from '../store/webhooks/webhooks.ts'
import { createWebhook } from '../api/webhooks.ts'
import { monthOf } from '../api/usage.ts'
import { createKey, endKey, endWebhook } from '../changes/people/keys.ts'
import { shownUrl } from '../delivery/shown-url.ts'
import type { Deps } from '../deps.ts'
import { catalogue } from '../events/catalogue.ts'
import { type FormOptions, mountForms, type Sent } from './kit/forms.ts'
import { timeView, wholeMonth } from './kit/words.ts'

interface SettingsOptions extends FormOptions {
  readonly monthlyQuota: number
}

const base = '/settings'

const settingsFacts = async ({ database, now }: Deps, org: string, monthlyQuota: number) => {
  const keys = await listKeys(database.sql, org)
  const hooks = await listWebhooks(database.sql, org)
  const month = monthOf(now())
  return {
    title: 'Settings',
    month: wholeMonth(month),
    used: await readUsed(database.sql, org, month),
    quota: monthlyQuota,
    keys: keys.map((key) => ({
      ...key,
      created: timeView(key.created_at),
      active: key.deactivated_at === null,
    })),
    hooks: hooks.map((hook) => ({
      uuid: hook.uuid,
      event: hook.event_code,
      legacy: hook.legacy === 1,
      receiver: shownUrl(hook.hook_url),
      created: timeView(hook.created_at),
    })),
    events: catalogue.map(({ type_code: code }) => code),
  }
}

const textIn = (form: Sent['form'], name: string) => {
  const value = form[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Keys, usage and subscriptions: for the Vendor Admin alone. */
export const mountSettings = (app: FastifyInstance, deps: Deps, options: SettingsOptions): void => {
  const ending =
    (end: typeof endKey) =>
    async ({ page, params }: Sent): Promise<string> => {
      await end(deps, page.actor, params['uuid'] ?? '')
      return base
    }
  mountForms(app, deps, options, {
    path: base,
    template: 'settings',
    adminsOnly: true,
    facts: ({ page }) => settingsFacts(deps, page.actor.org, options.monthlyQuota),
    actions: {
      // Not by way of a redirect: the key is shown this once.
      '/keys': async ({ page, form }) => ({
        facts: { made: await createKey(deps, page.actor, textIn(form, 'label')) },
      }),
      '/keys/:uuid/end': ending(endKey),
      '/webhooks': async ({ page, form }) => {
        const wish = { event_code: textIn(form, 'event_code'), hook_url: textIn(form, 'hook_url') }
        await createWebhook(deps, page.actor, wish)
        return base
      },
      '/webhooks/:uuid/end': ending(endWebhook),
    },
  })
}
