import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export interface Route {
  readonly method: string
  readonly url: string
}

const channel = 'fastify.initialization'

/** Every route that the servers mount which `start` starts. */
export const withRoutes = async <S>(start: () => Promise<S>): Promise<{ started: S; routes: Route[] }> => {
  const routes: Route[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url })
    })
  }
  subscribe(channel, listen)
  try {
    return { started: await start(), routes }
  } finally {
    unsubscribe(channel, listen)
  }
}
