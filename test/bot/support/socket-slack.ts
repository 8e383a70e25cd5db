import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A short text frame, unmasked, as servers send it (RFC 6455). */
const frame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, Buffer.byteLength(text)]), Buffer.from(text)])

/** The side of Socket Mode that says hello and can hang up; `door.open` false: nobody gets a connection. */
export const socketSlack = async () => {
  const door = { open: true }
  const connections = new Set<Duplex>()
  const server = createServer((_, response) => response.writeHead(426).end())
  server.on('upgrade', (request, socket) => {
    if (!door.open) return socket.destroy()
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${magic}`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    socket.write(frame('{"type":"hello"}'))
    connections.add(socket)
    socket.on('error', () => undefined).on('close', () => connections.delete(socket))
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}/`,
    door,
    hangUp: () => {
      for (const socket of connections) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
