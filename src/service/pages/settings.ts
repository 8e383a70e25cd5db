import type { FastifyInstance } from 'fastify'
import { getUsage } from '../api/usage.ts'
import { createKey, endKey } from '../changes/people/keys.ts'
import { endReceiver } from '../changes/webhooks.ts'
import { byReceiver } from '../delivery/hook-url.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { listKeys } from '../store/people/keys.ts'
import { listWebhooks } from '../store/webhooks/webhooks.ts'
import { type FormOptions, mountForms, uuidIn } from './kit/forms.ts'
import { textIn } from './kit/request.ts'
import { timeView, wholeMonth } from './kit/words.ts'

const settingsFacts = async (deps: Deps, actor: Actor) => {
  const scope = scopeOf(deps, actor)
  const keys = await listKeys(scope)
  const hooks = await listWebhooks(scope)
  const { month, used, quota } = await getUsage(deps, actor)
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

export const mountSettings = (app: FastifyInstance, deps: Deps, options: FormOptions): void =>
  mountForms(app, deps, options, {
    path: '/settings',
    template: 'settings',
    adminsOnly: true,
    facts: ({ page }) => settingsFacts(deps, page.actor),
    actions: {
      // No redirect, because the key is shown only once.
      '/keys': async ({ page, form }) => ({
        facts: { made: await createKey(deps, page.actor, textIn(form, 'label')) },
      }),
      '/keys/:uuid/end': (sent) => endKey(deps, sent.page.actor, uuidIn(sent)),
      '/receivers/:uuid/end': (sent) => endReceiver(deps, sent.page.actor, uuidIn(sent)),
    },
  })
