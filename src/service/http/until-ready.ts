import type { FastifyInstance } from 'fastify'
import { problem } from './replies.ts'

/** Nobody is answered from half of the demo data: 503 until `isReady`. */
export const refuseUntilReady = (app: FastifyInstance, isReady: () => boolean): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (isReady()) return
    return problem(request, reply, 503, 'The service is starting, and nothing was done. Try again.')
  })
}
