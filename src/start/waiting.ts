import { isFromHere, mountOps, openOps, plainServer, type OpsPort, type Watched } from '../telemetry/ops.ts'
import { programMetrics, openRegistry } from '../telemetry/metrics.ts'
import type { Waiting } from '../database/trouble.ts'
import { hideSecrets, type Log } from '../log.ts'

/** Where a program shows that it is alive, and waits for its database. */
export interface Place {
  readonly program: 'bot' | 'service'
  readonly host: string
  readonly port: number
  readonly ops: OpsPort | undefined
  readonly knowsHost: ((host: string | undefined) => boolean) | undefined
  readonly log: Log
  readonly signal: AbortSignal
}

const watchedWhile = (reason: string, program: Place['program']): Watched => {
  const registry = openRegistry()
  const reasons = async () => [reason]
  const counts = () => Promise.reject(new Error(reason))
  programMetrics(registry).watch({ program, counts, reasons, dataDir: undefined })
  return { health: { reasons }, metrics: registry }
}

/** Holds the ports until the program can start: healthy, not ready, and 503 for everything else. */
const holdPorts = async (
  { program, host, port, ops, knowsHost }: Place,
  reason: string,
  held: AsyncDisposableStack,
): Promise<void> => {
  const watched = watchedWhile(reason, program)
  const server = plainServer()
  held.defer(() => server.close())
  // Answers before the body is read, because its type may be unknown.
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
  held.use(await openOps(ops, watched, knowsHost))
}

/** Opens a program's database. While its server is down, the program's ports say so. */
export const openWhenReached = async <Opened>(
  open: (waiting: Waiting) => Promise<Opened>,
  place: Place,
): Promise<Opened> => {
  const { log, signal } = place
  await using held = new AsyncDisposableStack()
  const onAway = async ({ message, code }: Error & { code?: string }) => {
    const reason = hideSecrets(`the database cannot be reached: ${message || code}`)
    log.warn({ reason }, 'waiting for the database')
    // With port 0, nobody knows which port to ask.
    if (place.port !== 0) await holdPorts(place, reason, held)
  }
  return await open({ onAway, signal })
}
