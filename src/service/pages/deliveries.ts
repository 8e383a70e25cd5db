import type { FastifyInstance, FastifyReply } from 'fastify'
import { deliveriesQuery, readDeliveries, replayDelivery } from '../app/deliveries.ts'
import type { Deps } from '../deps.ts'
import { type Entrance, pageFor } from './page.ts'
import { headers, type Render } from './render.ts'
import { sameOrigin } from './same-origin.ts'
import { shortTime } from './words.ts'

const html = (reply: FastifyReply) => reply.headers(headers).type('text/html; charset=utf-8')

/** The vendor's page of what subscribers were sent; those set aside can be replayed. */
export const mountDeliveries = (
  app: FastifyInstance,
  deps: Deps,
  { org, render, entrance }: { org: string; render: Render; entrance: Entrance },
): void => {
  const base = '/deliveries'
  const asked = { side: 'vendor', base, org, accountUuid: undefined, entrance } as const
  app.get(base, async (request, reply) => {
    const page = await pageFor(deps, request, reply, asked)
    const { state } = request.query as { state?: unknown }
    const query = deliveriesQuery.parse({
      limit: 100,
      ...(state === 'aside' || state === 'waiting' ? { state } : {}),
    })
    const { deliveries } = await readDeliveries(deps, page.actor, query)
    const shown = deliveries.map((one) => ({ ...one, time: shortTime(one.created_at ?? '') }))
    return html(reply).send(
      render.page('deliveries', {
        ...page,
        home: '/projects',
        title: 'Deliveries',
        path: base,
        deliveries: shown,
      }),
    )
  })
  app.post(`${base}/:id/replay`, async (request, reply) => {
    sameOrigin(request)
    const page = await pageFor(deps, request, reply, asked)
    await replayDelivery(deps, page.actor, (request.params as { id: string }).id)
    return reply.redirect(`${base}${page.query}`, 303)
  })
}
