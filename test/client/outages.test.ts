import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NotPublic } from '../../src/contract/address.ts'
import { httpsServer, trustAuthority } from '../support/certificates.ts'
import { listening } from '../support/listening.ts'
import { apiKey, clientAt, comment, envelope, hello, problemFrom } from './harness.ts'

const getTask = { task_uuid: 't1' }

/** A tracker over a real socket that counts what reaches it. */
const realTracker = async (answer: RequestListener) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  return { baseUrl: `http://127.0.0.1:${await listening(server)}`, requests: () => requests }
}

const closedPort = async () => {
  const server = createTcpServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('while the tracker is away', () => {
  test('a refused connection is "unreachable"; a read is tried three times, a write once', async () => {
    const { client, time } = clientAt({ baseUrl: `http://127.0.0.1:${await closedPort()}` })
    expect((await problemFrom(client.getTask(getTask))).kind).toBe('unreachable')
    expect(time.slept).toEqual([250, 500])
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
    expect(time.slept).toEqual([250, 500])
  })

  test('a host that does not exist is "unreachable"', async () => {
    const { client } = clientAt({ baseUrl: 'http://no-such-host.invalid' })
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
  })

  test('with `publicOnly`, a host name that leads to a private address gets no request', async () => {
    const { baseUrl, requests } = await realTracker((_, response) => void response.end('{}'))
    const named = baseUrl.replace('127.0.0.1', 'localhost')
    const problem = await problemFrom(clientAt({ baseUrl: named, publicOnly: true }).client.getTask(getTask))
    expect(problem.kind).toBe('unreachable')
    expect(problem.cause).toBeInstanceOf(NotPublic)
    expect(requests()).toBe(0)
  })

  test('a connection that does not come about in time is "unreachable"', async () => {
    // It accepts, and never answers the TLS greeting.
    const server = createTcpServer((socket) => onTestFinished(() => void socket.destroy()))
    const port = await listening(server)
    const { client } = clientAt({ baseUrl: `https://127.0.0.1:${port}`, timeouts: { connectMs: 50 } })
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
  })

  const handshakes: Record<string, (socket: Socket) => unknown> = {
    'a reset': (socket) => socket.resetAndDestroy(),
    'an end': (socket) => socket.end(),
    'plain HTTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    // A fatal alert of TLS 1.2: https://www.iana.org/assignments/tls-parameters (alerts).
    ...Object.fromEntries(
      Array.from({ length: 122 }, (_, code) => [
        `alert ${code}`,
        (socket: Socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, code])),
      ]),
    ),
  }

  test('whatever answers the TLS greeting instead of a handshake leaves a write "unreachable"', async () => {
    const kinds = Object.entries(handshakes).map(async ([name, answer]) => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined).once('data', () => answer(socket))
      })
      const { client } = clientAt({ baseUrl: `https://127.0.0.1:${await listening(server)}` })
      return [name, (await problemFrom(client.createComment(hello))).kind]
    })
    const names = Object.keys(handshakes)
    expect(await Promise.all(kinds)).toEqual(names.map((name) => [name, 'unreachable']))
  })

  test.each([
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['for another host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)(
    'a certificate that is %s leaves a write "unreachable", with its reason',
    async (which, code) => {
      if (which !== 'self-signed') trustAuthority()
      const { client } = clientAt({ baseUrl: await httpsServer(which) })
      const { kind, message } = await problemFrom(client.createComment(hello))
      expect([kind, message]).toEqual(['unreachable', expect.stringContaining(code)])
    },
  )
})

describe('once the request was sent', () => {
  test.each<[string, RequestListener]>([
    ['no answer in time', () => undefined],
    ['an answer that stops half-way', (_, response) => void response.write('{"data"')],
    ['a socket that closes', (request) => void request.socket.destroy()],
    [
      'a socket that closes half-way',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"data":', () => request.socket.destroy())
      },
    ],
  ])('%s leaves a write "unknown", and it is not repeated', async (_, answer) => {
    const { baseUrl, requests } = await realTracker(answer)
    const { client } = clientAt({ baseUrl, timeouts: { readMs: 500, writeMs: 500 } })
    const problem = await problemFrom(client.createComment(hello))
    expect(problem.kind).toBe('unknown')
    expect(requests()).toBe(1)
    expect(inspect(problem, { depth: 9, showHidden: true })).not.toContain(apiKey)
    expect((await problemFrom(client.getTask(getTask))).kind).toBe('unknown')
    expect(requests()).toBe(4)
  })

  test('answers are asked for in plain form, and one in another coding says so', async () => {
    const asked: unknown[] = []
    const { baseUrl } = await realTracker((request, response) => {
      asked.push(request.headers['accept-encoding'])
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(envelope(comment))))
    })
    const { client, time } = clientAt({ baseUrl })
    const read = await problemFrom(client.getComment({ comment_uuid: 'c1' }))
    expect([read.kind, read.message]).toEqual([
      'unexpected',
      'GET /v1/comments/{comment_uuid} was answered with content-encoding gzip, but only identity is accepted',
    ])
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unknown')
    expect([asked, time.slept]).toEqual([['identity', 'identity'], []])
  })

  test('a redirect is not followed with the key', async () => {
    const thief = await realTracker((_, response) => response.end())
    const { baseUrl } = await realTracker((_, response) => {
      response.writeHead(307, { location: `${thief.baseUrl}/v1/tasks/t1` })
      response.end()
    })
    expect((await problemFrom(clientAt({ baseUrl }).client.getTask(getTask))).kind).toBe('not-tracker')
    expect(thief.requests()).toBe(0)
  })
})

describe('closing the client', () => {
  test('lets what is under way end, and sends nothing more', async () => {
    let finish: (() => void) | undefined
    const { baseUrl, requests } = await realTracker((_, response) => {
      finish = () => response.end(JSON.stringify(envelope(comment)))
    })
    const { client } = clientAt({ baseUrl })
    const written = client.createComment(hello)
    await expect.poll(() => requests()).toBe(1)
    const closed = client[Symbol.asyncDispose]()
    finish?.()
    expect((await written).uuid).toBe('c1')
    await closed
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
    expect((await problemFrom(client.getTask(getTask))).kind).toBe('unreachable')
    expect(requests()).toBe(1)
  })
})
