import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy to a database server. While it is closed, the server seems down to its clients. */
export const doorway = async (serverUrl: string) => {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname)
    for (const socket of [from, to]) {
      open.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket)
          from.destroy()
          to.destroy()
        })
    }
    from.pipe(to).pipe(from)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const shut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  onTestFinished(shut)
  const url = new URL(serverUrl)
  // Of a socket file.
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    shut,
    open: async () => void (await listen(port)),
    /** As a crash would. */
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    /** As the network does for a server that is gone. */
    reset: () => {
      for (const socket of open) socket.resetAndDestroy()
    },
  }
}
