import { createServer } from 'node:http'
import { once } from 'node:events'
import { bareUrl } from '../bare-url.ts'

const json = { 'content-type': 'application/json' }

/** Holds the port until the bot can start: healthy, not ready, and 503 for everything else. */
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
