import type { FastifyInstance } from 'fastify'
import { deliveriesQuery, readDeliveries, replayAll, replayDelivery } from '../app/deliveries.ts'
import { byReceiver } from '../delivery/hook-url.ts'
import { countAside, withOneAttempt } from '../store/webhooks.ts'
import { type Asked, mountPage, uuidIn } from './kit/mount-page.ts'
import type { Site } from './kit/site.ts'
import { filtersOf, pagesOf, wantedPage } from './kit/paging.ts'
import { timeView } from './kit/words.ts'

const size = 50
const states = { aside: 'Set aside', waiting: 'Waiting', delivered: 'Delivered' } as const

const deliveriesFacts = async ({ page: { acting }, query }: Asked) => {
  const at = wantedPage(query, 'page')
  const state = deliveriesQuery.shape.state.safeParse(query['state']).data
  const asked = { limit: size, offset: at * size, state }
  const { deliveries, pagination } = await readDeliveries(acting, asked)
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
    filters: filtersOf(query, state, states),
    pages: pagesOf(query, 'page', { page: at, size, total: pagination.total }),
    deliveries: deliveries.map((one) => ({
      ...one,
      time: timeView(one.created_at ?? 0),
      settled: one.settled_at === null ? undefined : timeView(one.settled_at),
    })),
  }
}

export const mountDeliveries = (app: FastifyInstance, site: Site): void =>
  mountPage(app, site, {
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
  })
