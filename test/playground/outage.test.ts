import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { describe, expect, onTestFinished } from 'vitest'
import { openTrackerDoor } from '../../src/playground/tracker-door.ts'
import { listening } from '../support/listening.ts'
import { of, refused, sendJson } from './support/stand-in-bot.ts'
import { openWorld, test, type World } from './support/world.ts'

const setSlack = async ({ url }: World, slack: string) =>
  (await sendJson(`${url}playground/api/outage`, { slack }, 'PUT')).status

describe('an outage of Slack', () => {
  test('answers 503, or 429 with Retry-After', async ({ world }) => {
    const call = () => fetch(`${world.apiUrl}api.test`, { method: 'POST' })
    expect(await setSlack(world, 'down')).toBe(200)
    expect((await call()).status).toBe(503)
    expect(await setSlack(world, 'rate_limited')).toBe(200)
    const limited = await call()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await setSlack(world, 'none')).toBe(200)
    expect(await (await call()).json()).toEqual({ ok: true })
    expect(await setSlack(world, 'broken')).toBe(400)
  })

  test('refuses messages in channels, and nothing else', async ({ world }) => {
    await setSlack(world, 'refusing')
    const slack = world.slack()
    await refused(
      slack.chat.postMessage({ channel: 'C0ACME', text: 'hello' }),
      'posting_to_general_channel_denied',
    )
    const alone = { channel: 'C0ACME', user: 'U0DANA', text: 'hello' }
    expect(await slack.chat.postEphemeral(alone)).toMatchObject({ ok: true })
  })

  test('can do what is asked and lose the answer', async ({ world }) => {
    await setSlack(world, 'lost')
    await expect(world.slack().chat.postMessage({ channel: 'C0ACME', text: 'done' })).rejects.toMatchObject({
      statusCode: 500,
    })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ text: 'done' }])
  })
})

describe('what people share', () => {
  test('is a file by its name', async ({ world }) => {
    await world.say('dana', 'C0ACME', 'see', { files: [{ name: 'plan.pdf', size: 9 }] })
    const { body } = await world.bot.until(of('message', { subtype: 'file_share' }))
    expect(body['event']).toMatchObject({
      text: 'see',
      files: [{ name: 'plan.pdf', permalink: expect.stringContaining('plan.pdf') as string }],
    })
  })

  test('is a link to the tracker, which the app may unfurl', async () => {
    await using world = await openWorld({ trackerUrl: 'http://127.0.0.1:4300' })
    const text = 'see http://127.0.0.1:4300/projects/1 and https://a.example/'
    const { ts } = await world.say('dana', 'C0ACME', text)
    const { body } = await world.bot.until(of('link_shared'))
    expect(body['event']).toMatchObject({
      message_ts: ts,
      links: [{ domain: '127.0.0.1:4300', url: 'http://127.0.0.1:4300/projects/1' }],
    })
    const unfurls = { 'http://127.0.0.1:4300/projects/1': { title: 'Acme Corp' } }
    await world.slack().chat.unfurl({ channel: 'C0ACME', ts: String(ts), unfurls })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ attachments: [{ title: 'Acme Corp' }] }])
  })
})

/** A tracker that says what reached it, and the app's way to it. */
const openDoor = async () => {
  const seen: string[] = []
  const headers = { 'content-type': 'application/json', 'x-request-id': 'its own' }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body}`.trim())
      response.writeHead(201, headers).end('{"success":true}')
    })
  })
  const door = await openTrackerDoor(`http://127.0.0.1:${await listening(server)}`)
  onTestFinished(() => door[Symbol.asyncDispose]())
  return { seen, server, door }
}

describe('the app’s way to the tracker', () => {
  test('forwards requests and answers unchanged', async () => {
    const { door, seen } = await openDoor()
    const answer = await fetch(`${door.url}/v1/tasks/1/comments?a=b`, { method: 'POST', body: '{"x":"ü"}' })
    expect([answer.status, answer.headers.get('x-request-id'), await answer.json()]).toEqual([
      201,
      'its own',
      { success: true },
    ])
    expect(seen).toEqual(['POST /v1/tasks/1/comments?a=b {"x":"ü"}'])
  })

  test('is for requests that name its own host', async () => {
    const { door, seen } = await openDoor()
    const { statusCode } = await request(`${door.url}/v1/x`, { headers: { host: 'evil.example' } })
    expect([statusCode, seen]).toEqual([421, []])
  })

  test('refuses only writes at the per-minute limit, without Retry-After', async () => {
    const { door, seen } = await openDoor()
    await door.set('rate_limited')
    const answer = await fetch(`${door.url}/v1/x`, { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, null])
    expect(await answer.json()).toMatchObject({ success: false, errors: null })
    expect((await fetch(`${door.url}/v1/x`)).status).toBe(201)
    expect(seen).toEqual(['GET /v1/x'])
  })

  test('answers everything with the quota’s 429, bare, in the interface’s words', async () => {
    const { door } = await openDoor()
    await door.set('quota')
    const answer = await fetch(`${door.url}/v1/x`)
    expect([answer.status, await answer.json()]).toEqual([
      429,
      { detail: expect.stringContaining('API limit') as string },
    ])
  })

  test('accepts no connection while the tracker is down, and returns at the same address', async () => {
    const { door } = await openDoor()
    await door.set('down')
    await expect(fetch(`${door.url}/v1/x`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await door.set('none')
    expect((await fetch(`${door.url}/v1/x`)).status).toBe(201)
  })

  test('ends the connection when the tracker does, and keeps working', async () => {
    const { door, server } = await openDoor()
    server.close().closeAllConnections()
    for (const method of ['GET', 'POST'])
      await expect(fetch(`${door.url}/v1/x`, { method })).rejects.toThrow('fetch failed')
  })

  test('does what is asked and loses the answer', async () => {
    const { door, seen } = await openDoor()
    await door.set('lost')
    await expect(fetch(`${door.url}/v1/x`, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
    expect(seen).toEqual(['POST /v1/x {}'])
  })
})

describe('the switch', () => {
  const put = async (url: string, tracker: string) =>
    (await sendJson(`${url}playground/api/tracker-outage`, { tracker }, 'PUT')).status

  test('is not offered for an external tracker', async ({ world }) => {
    expect(await put(world.url, 'down')).toBe(404)
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBeNull()
  })

  test('shows its state', async () => {
    const { door } = await openDoor()
    await using world = await openWorld({ trackerDoor: door })
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBe('none')
    expect(await put(world.url, 'slow')).toBe(200)
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBe('slow')
    expect(await put(world.url, 'on fire')).toBe(400)
  })
})
