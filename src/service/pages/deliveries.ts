import type { FastifyInstance } from 'fastify'
import { deliveriesQuery, readDeliveries } from '../app/deliveries.ts'
import { replayAll, replayDelivery } from '../changes/webhooks.ts'
import { byReceiver } from '../delivery/hook-url.ts'
import { type Deps, scopeOf } from '../deps.ts'
import { countAside, withOneAttempt } from '../store/webhooks/deliveries.ts'
import { type FormOptions, mountForms, type Sent, uuidIn } from './kit/forms.ts'
import { filtersOf, pagesOf, wantedPage } from './kit/paging.ts'
import { timeView } from './kit/words.ts'

const size = 50
const states = { aside: 'Set aside', waiting: 'Waiting', delivered: 'Delivered' } as const
type State = keyof typeof states

const isState = (state: unknown): state is State => typeof state === 'string' && Object.hasOwn(states, state)

const deliveriesFacts = async (deps: Deps, { page, query }: Omit<Sent, 'form'>) => {
  const at = wantedPage(query, 'page')
  const state = isState(query['state']) ? query['state'] : undefined
  const asked = deliveriesQuery.parse({ limit: size, offset: at * size, ...(state && { state }) })
  const { deliveries, pagination } = await readDeliveries(deps, page.actor, asked)
  return {
    title: 'Deliveries',
    state,
    aside: await countAside(scopeOf(deps, page.actor)),
    failing: byReceiver(await withOneAttempt(scopeOf(deps, page.actor))).map(({ receiver, hooks }) => ({
      receiver,
      events: hooks.map((hook) => hook.event_code),
      aside: hooks.reduce((sum, { aside }) => sum + aside, 0),
      since: timeView(Math.min(...hooks.map((hook) => hook.one_attempt_since ?? 0))),
    })),
    filters: filtersOf(query, state, Object.entries(states)),
    pages: pagesOf(query, 'page', { page: at, size, total: pagination.total }),
    deliveries: deliveries.map((one) => ({
      ...one,
      time: timeView(one.created_at ?? 0),
      settled: one.settled_at === null ? undefined : timeView(one.settled_at),
    })),
  }
}

export const mountDeliveries = (app: FastifyInstance, deps: Deps, options: FormOptions): void =>
  mountForms(app, deps, options, {
    path: '/deliveries',
    template: 'deliveries',
    forTeam: true,
    facts: (sent) => deliveriesFacts(deps, sent),
    actions: {
      '/replay': ({ page }) => replayAll(deps, page.actor),
      '/:uuid/replay': async (sent) => {
        await replayDelivery(deps, sent.page.actor, uuidIn(sent))
      },
    },
  })
