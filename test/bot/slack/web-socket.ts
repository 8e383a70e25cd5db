import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 }
/** RFC 6455, section 1.3. */
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const frame = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload
  if (length > 0xffff) throw new RangeError('Socket Mode sends nothing so long')
  const size = length < 126 ? [length] : [126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), payload])
}

/** The first whole frame of a client, which masks what it sends; undefined while it has not arrived. */
const firstFrame = (bytes: Buffer) => {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  if (short === 127) throw new RangeError('Socket Mode answers nothing so long')
  const head = short === 126 ? 4 : 2
  if (bytes.length < head) return undefined
  const end = head + 4 + (short === 126 ? bytes.readUInt16BE(2) : short)
  if (bytes.length < end) return undefined
  const mask = bytes.subarray(head, head + 4)
  const payload = Buffer.from(bytes.subarray(head + 4, end))
  for (const [n, byte] of payload.entries()) payload[n] = byte ^ (mask[n % 4] ?? 0)
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, end }
}

const connectionOf = (socket: Duplex) => {
  let received = Buffer.alloc(0)
  let heard: (message: unknown) => void = () => undefined
  const take = (opcode: number, payload: Buffer) => {
    if (opcode === opcodes.text) heard(JSON.parse(payload.toString()))
    else if (opcode === opcodes.ping) socket.write(frame(opcodes.pong, payload))
    else if (opcode === opcodes.close) socket.end(frame(opcodes.close, payload))
  }
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let next = firstFrame(received); next; next = firstFrame(received)) {
      received = received.subarray(next.end)
      take(next.opcode, next.payload)
    }
  })
  // One for each envelope that waits.
  socket.setMaxListeners(0)
  socket.on('error', () => undefined)
  return {
    send: (message: object) => void socket.write(frame(opcodes.text, Buffer.from(JSON.stringify(message)))),
    /** Without a word. */
    cut: () => void socket.destroy(),
    onMessage: (listener: typeof heard) => void (heard = listener),
    onClose: (closed: () => void) => void socket.once('close', closed),
  }
}
export type Connection = ReturnType<typeof connectionOf>

/** As much of RFC 6455 as Socket Mode needs: texts in whole frames of at most 64 kB. */
export const webSocketServer = async (onConnection: (connection: Connection) => void) => {
  const open = new Set<Duplex>()
  const server = createServer((_, response) => void response.writeHead(426).end())
  server.on('upgrade', ({ headers }, socket: Duplex) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${magic}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    onConnection(connectionOf(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => void server.close(resolve))
  }
  return { url: `ws://127.0.0.1:${port}`, close }
}
