import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** The port on 127.0.0.1 that a server was given, which is closed after the test. */
export const listening = async (server: Server & { closeAllConnections?: () => void }): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    if (!server.listening) return
    server.closeAllConnections?.()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
