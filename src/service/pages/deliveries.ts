import type { FastifyInstance } from 'fastify'
import { countAside } from '../store/webhooks/replay.ts'
import { deliveriesQuery, readDeliveries, replayAll, replayDelivery } from '../app/deliveries.ts'
import type { Deps } from '../deps.ts'
import { type FormOptions, mountForms, type Sent } from './kit/forms.ts'
import { pagesOf, wantedPage, withQuery } from './kit/paging.ts'
import { timeView } from './kit/words.ts'

const base = '/deliveries'
const size = 50
const states = { aside: 'Set aside', waiting: 'Waiting', delivered: 'Delivered' } as const
type State = keyof typeof states

const isState = (state: unknown): state is State => typeof state === 'string' && Object.hasOwn(states, state)

const deliveriesFacts = async (deps: Deps, { page, query }: Omit<Sent, 'form'>) => {
  const at = wantedPage(query, 'page')
  const state = isState(query['state']) ? query['state'] : undefined
  const asked = deliveriesQuery.parse({ limit: size, offset: at * size, ...(state && { state }) })
  const { deliveries, pagination } = await readDeliveries(deps, page.actor, asked)
  const choices: [State | undefined, string][] = [
    [undefined, 'All'],
    ...(Object.entries(states) as [State, string][]),
  ]
  return {
    title: 'Deliveries',
    state,
    aside: await countAside(deps.database.sql, page.actor.org),
    filters: choices.map(([one, name]) => ({
      name,
      href: withQuery(query, { state: one, page: undefined }),
      current: one === state,
    })),
    pages: pagesOf(query, 'page', { page: at, size, total: pagination.total }),
    deliveries: deliveries.map((one) => ({
      ...one,
      time: timeView(one.created_at ?? 0),
      tries: one.attempt_log.map(({ at, error }) => ({ time: timeView(at ?? 0), error })),
      settled: one.settled_at === null ? undefined : timeView(one.settled_at),
    })),
  }
}

/** The vendor's page of what subscribers were sent; those set aside can be replayed. */
export const mountDeliveries = (app: FastifyInstance, deps: Deps, options: FormOptions): void => {
  mountForms(app, deps, options, {
    path: base,
    template: 'deliveries',
    forTeam: true,
    facts: (sent) => deliveriesFacts(deps, sent),
    actions: {
      '/replay': async ({ page }) => {
        await replayAll(deps, page.actor)
        return base
      },
      '/:id/replay': async ({ page, params }) => {
        await replayDelivery(deps, page.actor, params['id'] ?? '')
        return base
      },
    },
  })
}
