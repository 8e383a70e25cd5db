import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { apiKey, begin, say, subscribe, wish } from '../harness.ts'
import { listening } from '../../support/listening.ts'

const answered = async (url: string, ...written: string[]): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  for (const text of written) socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

const head = (host: string, first: string, ...more: string[]) =>
  [first, `Host: ${host}`, `Authorization: Bearer ${apiKey}`, ...more, '', ''].join('\r\n')
const [last, json] = ['Connection: close', 'Content-Type: application/json']
const create = 'POST /v1/projects HTTP/1.1'

const spellings: [string, (host: string, body: string) => string, number][] = [
  [
    'Expect: 100-continue',
    (host, body) =>
      head(host, create, json, last, 'Expect: 100-continue', `Content-Length: ${body.length}`) + body,
    1,
  ],
  [
    'chunks',
    (host, body) =>
      `${head(host, create, json, last, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    1,
  ],
  ['HTTP/1.0', (host) => head(host, 'GET /v1/projects HTTP/1.0'), 1],
  ['an absolute target', (host) => head(host, `GET http://${host}/v1/projects HTTP/1.1`, last), 1],
  [
    'two requests in one packet',
    (host) => head(host, 'GET /v1/projects HTTP/1.1') + head(host, 'GET /v1/users HTTP/1.1', last),
    2,
  ],
]

test('a request is the same request however it is written', async () => {
  const story = await begin('sqlite')
  for (const [name, written, count] of spellings) {
    const body = Buffer.from(JSON.stringify(wish(story, { name }))).toString('latin1')
    const answer = await answered(story.url, written(new URL(story.url).host, body))
    expect([name, answer.match(/HTTP\/1\.1 200 /g)?.length]).toEqual([name, count])
  }
})

/** A receiver whose first answer is this text, and whose later ones are 200. */
const answering = async (first: string) => {
  let count = 0
  const server = createServer((socket) => {
    let request = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      request += String(chunk)
      const [headers = '', body] = request.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1])
      if (body === undefined || Buffer.byteLength(body) < length) return
      request = ''
      count += 1
      socket.end(count === 1 ? first : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  return { url: `http://127.0.0.1:${await listening(server)}/hook`, arrived: () => count }
}

test.each([
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 2],
  ['202 in chunks', 'HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 2],
  ['HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\n\r\nok', 2],
  ['103, then 200', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 2],
  ['200 that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nok', 2],
  [
    '200 in an unknown encoding',
    'HTTP/1.1 200 OK\r\nContent-Encoding: odd\r\nContent-Length: 2\r\n\r\nok',
    2,
  ],
  ['301', 'HTTP/1.1 301 Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n', 3],
  ['304', 'HTTP/1.1 304 Not Modified\r\n\r\n', 3],
  ['410', 'HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n', 3],
  ['nothing', '', 3],
])('two events for a receiver whose first answer is %s', async (_, first, deliveries) => {
  const story = await begin('sqlite')
  const hook = await answering(first)
  await subscribe(story, hook.url, 'comment_new')
  await say(story, 'one', 'two')
  const delivered = async () =>
    (await story.as('dana@vendor.example')('GET', '/deliveries?state=delivered')).body.data?.['deliveries']
  await expect.poll(delivered).toHaveLength(2)
  expect(hook.arrived()).toBe(deliveries)
})
