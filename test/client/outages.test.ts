import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NotPublic } from '../../src/contract/address.ts'
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

  test('plain HTTP behind an https address is "unreachable"', async () => {
    const { baseUrl } = await realTracker((_, response) => response.end())
    const { client } = clientAt({ baseUrl: baseUrl.replace('http:', 'https:') })
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unreachable')
  })
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
