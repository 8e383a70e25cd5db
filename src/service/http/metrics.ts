import type { FastifyInstance } from 'fastify'
import { programMetrics, openRegistry } from '../../telemetry/metrics.ts'

export const createMetrics = () => {
  const registry = openRegistry()
  const answered = registry.timer('onboarding_request_seconds', 'Requests, by route and HTTP status.', [
    'route',
    'status',
  ])
  return {
    ...programMetrics(registry),
    contentType: registry.contentType,
    text: registry.text,
    /** `route` is the pattern, such as `/v1/tasks/:task_uuid`, not the path. */
    answered: (route: string, status: number, ms: number) => answered.observe({ route, status }, ms),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Unknown paths share a label, because anybody can ask for any. */
export const timeRequests = (app: FastifyInstance, metrics: Metrics): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    metrics.answered(
      url === undefined ? 'unknown' : `${request.method} ${url}`,
      reply.statusCode,
      reply.elapsedTime,
    )
    done()
  })
}
