import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSignedBy } from '../../src/contract/signature.ts'
import { begin, engines, receiver, type Story, taskNamed } from './harness.ts'
import { pageBrowser } from './page-browser.ts'
import { forgetSecrets } from './support/rows.ts'

interface Arrival {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Answers its first `failures` deliveries with 500. */
const listening = async (failures = 0) => {
  const arrived: Arrival[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      arrived.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(arrived.length <= failures ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const until = async (count: number) => {
    await expect.poll(() => arrived.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
    return arrived
  }
  return { url, until }
}

const subscribed = async (story: Story, hook_url: string): Promise<string> => {
  const { body } = await story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url })
  return String((body.data ?? {})['secret'])
}

const say = async (story: Story, message_plain: string) => {
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain })
}

const holds = ({ headers, body }: Arrival, ...secrets: string[]) =>
  isSignedBy(secrets, headers, body, Date.now())

describe.each(engines)('signatures on %s', (engine) => {
  test('each attempt is signed anew under the id of its event, with the secret that the creation showed', async () => {
    const story = await begin(engine)
    const hook = await listening(1)
    const secret = await subscribed(story, hook.url)
    await say(story, 'Grüße 😀')
    await say(story, 'two')
    const arrived = await hook.until(3)
    expect(arrived.map((one) => holds(one, secret))).toEqual([true, true, true])
    const [first, again, second] = arrived.map(({ headers }) => headers['webhook-id'])
    expect(again).toBe(first)
    expect(second).not.toBe(first)
  })

  test('a new subscription replaces the secret, and for a day both sign', async () => {
    let now = Date.now()
    const story = await begin(engine, { now: () => now })
    const hook = await listening()
    const old = await subscribed(story, hook.url)
    const fresh = await subscribed(story, hook.url)
    expect(fresh).not.toBe(old)
    await say(story, 'one')
    const [during] = await hook.until(1)
    expect(during && [holds(during, old), holds(during, fresh)]).toEqual([true, true])
    now += 86_400_001
    await say(story, 'two')
    const later = (await hook.until(2))[1]
    expect(later && isSignedBy([old], later.headers, later.body, now)).toBe(false)
    expect(later && isSignedBy([fresh], later.headers, later.body, now)).toBe(true)
  })

  test('a subscription that was made before secrets is delivered without a signature', async () => {
    const story = await begin(engine)
    const hook = await listening()
    await subscribed(story, hook.url)
    await story.stop()
    await forgetSecrets(story)
    const again = await begin(engine, { databaseUrl: story.databaseUrl })
    await say(again, 'one')
    const [arrival] = await hook.until(1)
    expect(arrival?.headers['webhook-signature']).toBeUndefined()
  })
})

test('a secret is shown once and in no list, page or second answer', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  const secret = await subscribed(story, hook.url)
  const webhook = { topic: 'add_project', address: hook.url }
  const legacy = await story.call('POST', '/v1/admin/webhook/create', { webhook })
  const { get, post } = pageBrowser(story, 'dana@vendor.example')
  const shown = [
    JSON.stringify(legacy.body),
    JSON.stringify((await story.call('GET', '/v1/admin/webhooks')).body),
    JSON.stringify((await story.call('GET', '/app/api/deliveries')).body),
    (await get('/settings')).text,
    (await get('/deliveries')).text,
  ]
  expect(secret).toMatch(/^whsec_/)
  for (const text of shown) expect(text).not.toContain('whsec_')
  const made = await post('/settings/webhooks', { event_code: 'task_created', hook_url: hook.url })
  expect(made.text).toMatch(/id="new-secret">whsec_/)
  expect((await get('/settings')).text).not.toContain('whsec_')
})
