import { createServer } from 'node:http'
import { once } from 'node:events'
import { bareUrl } from '../bare-url.ts'

const json = { 'content-type': 'application/json' }

/**
 * Holds the bot's port before the bot can work: alive, not ready, and everything else is to be sent again. Closed
 * before the bot listens there itself.
 */
export const openWaiting = async (
  { host, port }: { host: string; port: number },
  reason: string,
): Promise<AsyncDisposable> => {
  const server = createServer((request, response) => {
    const path = bareUrl(request.url)
    if (path === '/healthz') return response.writeHead(200, json).end('{"status":"ok"}')
    const body = path === '/readyz' ? { ready: false, reasons: [reason] } : { message: 'Not ready yet.' }
    return response
      .writeHead(503, { ...json, 'retry-after': '5', connection: 'close' })
      .end(JSON.stringify(body))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
