import { isFromHere, mountOps, openOps, type OpsPort, plainServer, type Watched } from '../telemetry/ops.ts'
import { programMetrics } from '../telemetry/program-metrics.ts'
import { openRegistry } from '../telemetry/registry.ts'

export interface WaitingPlace {
  readonly program: 'bot' | 'service'
  readonly host: string
  readonly port: number
  /** Undefined: reasons and metrics are on the port, for this machine only. */
  readonly ops: OpsPort | undefined
  readonly knowsHost: ((host: string | undefined) => boolean) | undefined
}

const watchedWhile = (reason: string, program: WaitingPlace['program']): Watched => {
  const registry = openRegistry()
  const reasons = async () => [reason]
  const counts = () => Promise.reject(new Error(reason))
  programMetrics(registry).watch({ program, counts, reasons, dataDir: undefined })
  return { health: { reasons }, metrics: registry }
}

/** Holds the ports until the program can start: healthy, not ready, and 503 for everything else. */
export const openWaiting = async ({ program, host, port, ops, knowsHost }: WaitingPlace, reason: string) => {
  await using stack = new AsyncDisposableStack()
  const watched = watchedWhile(reason, program)
  const server = plainServer()
  stack.defer(() => server.close())
  // Before the body is read, whose kind may be unknown.
  server.addHook('onRequest', async (request, reply) =>
    request.is404
      ? reply
          .code(503)
          .headers({ 'retry-after': '5', connection: 'close' })
          .send({ message: 'Not ready yet.' })
      : undefined,
  )
  server.get('/healthz', () => ({ status: 'ok' }))
  mountOps(server, watched, (request) => ops === undefined && isFromHere(request))
  await server.listen({ host, port })
  stack.use(await openOps(ops, watched, knowsHost))
  return stack.move()
}
