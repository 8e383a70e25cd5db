import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../../src/bot/deps/metrics.ts'
import { nothingSeen } from '../../src/bot/deps/deps.ts'
import { createBotServer } from '../../src/bot/doors/server.ts'
import { createBodies, limitConnections } from '../../src/http/bodies.ts'
import { begin } from '../service/harness.ts'
import { listening } from '../support/listening.ts'

const mib = 2 ** 20

interface Head {
  readonly path: string
  readonly bytes?: number
  readonly headers?: readonly string[]
}

/** Sends the head of a request, and nothing of its body. */
const sendHead = (url: string, { path, bytes = mib, headers = [] }: Head): Socket => {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const own = headers.some((header) => header.startsWith('Host:')) ? [] : [`Host: ${host}`]
  socket.write([`POST ${path} HTTP/1.1`, ...own, `Content-Length: ${bytes}`, ...headers, '', ''].join('\r\n'))
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

const firstLine = async (socket: Socket): Promise<string> => {
  const [part] = (await once(socket, 'data')) as [Buffer]
  return part.toString().split('\r\n')[0] ?? ''
}

/** A server that counts bodies. A path of `/known` is a known sender. */
const counting = async () => {
  const clock = { now: 0 }
  const bodies = createBodies(vi.fn<() => void>(), () => clock.now)
  let arrived = () => {}
  const server = createServer((request, response) => {
    const isKnown = request.url === '/known'
    const hasRoom = bodies.take(request, response, { isKnown, most: mib })
    arrived()
    if (!hasRoom) response.writeHead(503, { connection: 'close' }).end()
    else request.resume().on('end', () => response.end())
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  /** Resolves when the server has read the head. */
  const send = async (head: Head) => {
    const read = new Promise<void>((resolve) => (arrived = resolve))
    const socket = sendHead(url, head)
    await read
    return socket
  }
  return { clock, bodies, send }
}

test('large bodies of unknown senders leave room for small ones, and those for known senders', async () => {
  const { bodies, send } = await counting()
  for (let at = 0; at < 4; at++) await send({ path: '/' })
  expect(await firstLine(await send({ path: '/' }))).toBe('HTTP/1.1 503 Service Unavailable')
  const small = await send({ path: '/', bytes: 5 })
  small.write('12345')
  expect(await firstLine(small)).toBe('HTTP/1.1 200 OK')
  for (let at = 0; at < 60; at++) await send({ path: '/known' })
  expect(bodies.held()).toBe(64 * mib)
  expect(await firstLine(await send({ path: '/known' }))).toBe('HTTP/1.1 503 Service Unavailable')
})

test('a body that is still incomplete after a second makes room for the next', async () => {
  const { clock, bodies, send } = await counting()
  const oldest = await send({ path: '/' })
  for (let at = 1; at < 4; at++) await send({ path: '/' })
  clock.now += 1_000
  const cut = firstLine(oldest)
  const next = await send({ path: '/', bytes: mib })
  expect(await cut).toBe('HTTP/1.1 408 Request Timeout')
  next.write(Buffer.alloc(mib))
  expect(await firstLine(next)).toBe('HTTP/1.1 200 OK')
  expect(bodies.held()).toBe(3 * mib)
})

test('a body that comes slower than 64 KiB a second is cut off, a known sender’s too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { bodies, send } = await counting()
  const slow = await send({ path: '/known' })
  const cut = firstLine(slow)
  vi.advanceTimersByTime(5_000 + 15_900)
  expect(bodies.held()).toBe(mib)
  vi.advanceTimersByTime(200)
  expect(await cut).toBe('HTTP/1.1 408 Request Timeout')
  expect(bodies.held()).toBe(0)
})

test('an address has a limited number of connections, and gets the next one when it ends one', async () => {
  const server = createServer((_request, response) => void response.end())
  const refused = vi.fn<() => void>()
  limitConnections(server, refused, { most: 2, counts: () => true })
  server.on('connection', (socket: Socket) => socket.once('close', () => server.emit('ended')))
  const url = `http://127.0.0.1:${await listening(server)}`
  const ask = () => sendHead(url, { path: '/', bytes: 0 })
  const [first, second] = [ask(), ask()]
  expect([await firstLine(first), await firstLine(second)]).toEqual(Array(2).fill('HTTP/1.1 200 OK'))
  const third = ask()
  await once(third, 'close')
  expect(third.bytesRead).toBe(0)
  expect(refused).toHaveBeenCalledTimes(1)
  const ended = new Promise<void>((resolve) => server.once('ended', resolve))
  first.end()
  await ended
  expect(await firstLine(ask())).toBe('HTTP/1.1 200 OK')
})

const bot = async () => {
  const server = createBotServer({
    slack: (_request, response) => void response.end(),
    health: { reasons: () => Promise.resolve([]) },
    metrics: createMetrics(),
    instance: { id: '', seen: nothingSeen() },
    now: Date.now,
    isSecure: true,
    hasOpsPort: false,
  })
  onTestFinished(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
}

const signedAt = (seconds: number, signature = `v0=${'0'.repeat(64)}`) => [
  `X-Slack-Request-Timestamp: ${Math.floor(Date.now() / 1_000) + seconds}`,
  `X-Slack-Signature: ${signature}`,
]
const form = 'Content-Type: application/x-www-form-urlencoded'
const ownForm = [form, 'Sec-Fetch-Site: same-origin']

test.each<[string, 'bot' | 'service', Head, string]>([
  ['an old signature', 'bot', { path: '/slack/events', headers: signedAt(-3_600) }, '401'],
  ['a future signature', 'bot', { path: '/slack/events', headers: signedAt(3_600) }, '401'],
  ['no signature', 'bot', { path: '/slack/events', headers: signedAt(0, 'v0=0') }, '401'],
  ['two hosts', 'bot', { path: '/slack/events', headers: ['Host: a', 'Host: b'] }, '400'],
  ['two hosts', 'service', { path: '/sign-in', headers: ['Host: a', 'Host: b'] }, '400'],
  ['another site', 'service', { path: '/sign-in', headers: [form, 'Origin: https://evil.example'] }, '403'],
  ['a large form', 'service', { path: '/sign-in', headers: ownForm }, '413'],
  ['no session', 'service', { path: '/settings/keys', headers: ownForm }, '303'],
  ['no key', 'service', { path: '/v1/projects', headers: ['Content-Type: application/json'] }, '403'],
])('%s is refused by the %s before the body arrives', async (_, program, head, status) => {
  const url = program === 'bot' ? await bot() : (await begin('sqlite', { openPages: false })).url
  const answer = await firstLine(sendHead(url, head))
  expect(answer.split(' ')[1]).toBe(status)
})

test('whoever came by https once comes by https again, to the bot and the service', async () => {
  const { url } = await begin('sqlite', { publicUrl: 'https://onboarding.example' })
  for (const program of [await bot(), url]) {
    const { headers } = await fetch(`${program}/healthz`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})
