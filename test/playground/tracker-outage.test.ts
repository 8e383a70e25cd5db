import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { openTrackerDoor } from '../../src/playground/tracker-door.ts'
import { openWorld } from './support/world.ts'

/** A tracker that says what reached it. */
const startTracker = async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`.trim())
      response.writeHead(201, { 'content-type': 'application/json', 'x-request-id': 'its own' })
      response.end('{"success":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the app’s way to the tracker', () => {
  test('forwards requests and answers unchanged', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    const answer = await fetch(`${door.url}/v1/tasks/1/comments?a=b`, { method: 'POST', body: '{"x":"ü"}' })
    expect([answer.status, answer.headers.get('x-request-id'), await answer.json()]).toEqual([
      201,
      'its own',
      { success: true },
    ])
    expect(tracker.seen).toEqual(['POST /v1/tasks/1/comments?a=b {"x":"ü"}'])
  })

  test('is for requests that name its own host', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    const { statusCode } = await request(`${door.url}/v1/x`, { headers: { host: 'evil.example' } })
    expect([statusCode, tracker.seen]).toEqual([421, []])
  })

  test('refuses only writes at the per-minute limit, without Retry-After', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await door.set('rate_limited')
    const refused = await fetch(`${door.url}/v1/x`, { method: 'POST', body: '{}' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null])
    expect(await refused.json()).toMatchObject({ success: false, errors: null })
    expect((await fetch(`${door.url}/v1/x`)).status).toBe(201)
    expect(tracker.seen).toEqual(['GET /v1/x'])
  })

  test('answers everything with the quota’s 429, bare, in the interface’s words', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await door.set('quota')
    const refused = await fetch(`${door.url}/v1/x`)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { detail: expect.stringContaining('API limit') as string },
    ])
  })

  test('accepts no connection while the tracker is down, and returns at the same address', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await door.set('down')
    await expect(fetch(`${door.url}/v1/x`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await door.set('none')
    expect((await fetch(`${door.url}/v1/x`)).status).toBe(201)
  })

  test('ends the connection when the tracker does, and keeps working', async () => {
    const tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await tracker[Symbol.asyncDispose]()
    for (const method of ['GET', 'POST'])
      await expect(fetch(`${door.url}/v1/x`, { method })).rejects.toThrow('fetch failed')
  })

  test('does what is asked and loses the answer', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await door.set('lost')
    await expect(fetch(`${door.url}/v1/x`, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
    expect(tracker.seen).toEqual(['POST /v1/x {}'])
  })
})

describe('the switch', () => {
  const put = async (url: string, tracker: string) => {
    const init = {
      method: 'PUT',
      body: JSON.stringify({ tracker }),
      headers: { 'content-type': 'application/json' },
    }
    return (await fetch(`${url}playground/api/tracker-outage`, init)).status
  }

  test('is not offered for an external tracker', async () => {
    await using world = await openWorld()
    expect(await put(world.url, 'down')).toBe(404)
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBeNull()
  })

  test('shows its state', async () => {
    await using tracker = await startTracker()
    await using door = await openTrackerDoor(tracker.url)
    await using world = await openWorld({ trackerDoor: door })
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBe('none')
    expect(await put(world.url, 'slow')).toBe(200)
    expect((await world.get('/workspace?as=dana'))['trackerOutage']).toBe('slow')
    expect(await put(world.url, 'on fire')).toBe(400)
  })
})
