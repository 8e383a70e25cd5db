import type { LookupFunction } from 'node:net'
import { expect, test, describe, vi } from 'vitest'
import { failureWords, openPoster } from '../../src/service/delivery/hook-lane.ts'
import { hookUrlProblem } from '../../src/service/delivery/deliveries.ts'
import { isPrivateAddress } from '../../src/contract/address.ts'
import {
  at,
  begin,
  engines,
  listAt,
  receiver,
  subscribe,
  say,
  created,
  demoTask,
  type Story,
} from './harness.ts'
import { keptWork } from './support/database.ts'
import { pageBrowser } from './pages/page-browser.ts'

const inside = `
  0.0.0.0 10.9.8.7 100.64.0.1 127.0.0.53 169.254.0.9 172.31.255.255 192.0.0.8 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1 198.19.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 64:ff9b:1::1 100::1 100:0:0:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2620:4f:8000::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`
/** Addresses of the metadata services of clouds. */
const ofClouds = '169.254.169.254 169.254.170.2 fd00:ec2::254 100.100.100.200 192.0.0.192 168.63.129.16'
/** IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo. */
const wrapped = `
  ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 2002:a00:1::
  2001:0:4136:e378:8000:63bf:f5ff:fffe 64:ff9b::8.8.8.8`
const outside = '8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 192.0.1.1 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8'

test.each(`${inside} ${ofClouds} ${wrapped}`.trim().split(/\s+/))(
  '%s is no address of a receiver',
  (address) => {
    expect(isPrivateAddress(address)).toBe(true)
    const host = address.includes(':') ? `[${address}]` : address
    const problem = hookUrlProblem(`https://${host}/x`, { privateHooks: false })
    expect(problem).toBe('Must be a public address.')
  },
)

test.each(outside.split(' '))('%s is one', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

const resolving = (...answers: string[][]) => {
  let asked = 0
  const resolve = ((_name: string, _options: object, callback: Parameters<LookupFunction>[2]) => {
    const addresses = answers[asked++] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
  return { resolve, asked: () => asked }
}

const never = new AbortController().signal

test.each([
  ['its only address', ['127.0.0.1']],
  ['one of its addresses', ['8.8.8.8', '127.0.0.1']],
  ['a wrapped one', ['::ffff:127.0.0.1']],
])('a name is not connected to when %s is private', async (_which, addresses) => {
  const hook = await receiver()
  await using poster = openPoster({ privateHooks: false }, { resolve: resolving(addresses).resolve })
  const failure = await poster.post(hook.url.replace('127.0.0.1', 'localhost'), '{}', never)
  expect(failure?.reason).toBe('the host name resolves to a private address')
  expect(hook.arrived).toEqual([])
})

test('each connection resolves a name once, so no second answer can lead elsewhere', async () => {
  const names = resolving(['127.0.0.1'], ['127.0.0.1'])
  await using poster = openPoster({ privateHooks: false }, { resolve: names.resolve })
  await poster.post('http://localhost:9/x', '{}', never)
  expect(names.asked()).toBe(1)
})

test('a failed connection is told in words, without the address', async () => {
  await using poster = openPoster({ privateHooks: true })
  const failure = await poster.post('http://127.0.0.1:9/x', '{}', never)
  expect(failure).toEqual({ reason: 'connection refused', isFinal: false })
  expect(failureWords(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))).toBe(
    'host name not found',
  )
})

const textsOf = (events: { payload: Record<string, Record<string, unknown>> }[]) =>
  events.map(({ payload }) => payload['comment']?.['message_plain'])

// The rest of it is in conformance/sections/delivery.ts.
describe.each(engines)('delivery on %s', (engine) => {
  test('what was set aside is shown with its reason, and replayed at the end of the lane', async () => {
    const story = await begin(engine)
    let healed = false
    const hook = await receiver((event, _at, response) => {
      const poison = event.payload['comment']?.['message_plain'] === 'poison'
      response.writeHead(poison && !healed ? 500 : 200).end()
    })
    await subscribe(story, `${hook.url}/secret`, 'comment_new')
    await say(story, 'poison', 'after')
    await hook.until(4)
    const app = story.as('dana@vendor.example')
    const { body } = await app('GET', '/deliveries?state=aside')
    const [aside] = listAt(body, 'data.deliveries')
    expect(aside).toMatchObject({ event_name: 'comment_new', attempts: 3, last_error: 'answered 500' })
    expect(JSON.stringify(body)).not.toContain('secret')
    const replay = `/deliveries/${String(aside?.['id'])}/replay`
    expect((await story.as('casey@acme.example')('POST', replay)).status).toBe(403)
    healed = true
    expect((await app('POST', replay)).status).toBe(200)
    expect(textsOf(await hook.until(5)).at(-1)).toBe('poison')
    expect((await app('POST', replay)).status).toBe(404)
  })

  test('what waited for a stopped service is delivered by the next, in order', async () => {
    const story = await begin(engine, { hookRetryMs: [60_000] })
    let up = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(up ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one', 'two')
    await hook.until(1)
    await story.stop()
    up = true
    await begin(engine, { databaseUrl: story.databaseUrl, now: () => Date.now() + 120_000 })
    expect(textsOf(await hook.until(3))).toEqual(['one', 'one', 'two'])
  })

  test('a receiver that hangs does not keep the service from stopping', async () => {
    const story = await begin(engine)
    const hook = await receiver(() => undefined)
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one')
    await hook.until(1)
    await story.stop()
    expect(hook.arrived).toHaveLength(1)
  })
})

const dayMs = 86_400_000

// A deadline, not a measurement.
vi.setConfig({ testTimeout: 90_000 })

const shown = async (story: Story) => {
  const { body } = await story.as('dana@vendor.example')('GET', '/deliveries')
  const deliveries = listAt(body, 'data.deliveries')
  expect(at(body, 'data.pagination.total')).toBe(deliveries.length)
  return deliveries.map(({ event_name, state }) => [event_name, state].join(' '))
}

/** What is left of it all once the service has ended. */
const kept = async (story: Story) => {
  const work = await keptWork(story)
  // How many passes there were, and when, is the clock's affair.
  return { ...work, jobs: work.jobs.filter((job) => job !== 'service-retention done').sort() }
}

describe.each(engines)('what is over, on %s,', (engine) => {
  test('goes 90 days after it was delivered; what was set aside and what is newer stays', async () => {
    const clock = { now: Date.parse('2026-02-01T12:00:00Z') }
    const story = await begin(engine, { now: () => clock.now, hookRetryMs: [] })
    const hook = await receiver((event, _at, response) => {
      const poison = event.payload['comment']?.['message_plain'] === 'poison'
      response.writeHead(poison ? 500 : 200).end()
    })
    /**
     * Each try moves the clock a minute, because a pass that fails is tried again after one. A move during a pass takes its
     * lease, so moves are few.
     */
    const soon = (check: () => Promise<void>) =>
      vi.waitFor(
        async () => {
          clock.now += 60_000
          await check()
        },
        { timeout: 25_000, interval: 250 },
      )
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'old', 'poison')
    await created(story, { name: 'Nobody was told of it' })
    await soon(async () => expect(await shown(story)).toEqual(['comment_new aside', 'comment_new delivered']))
    clock.now += 60 * dayMs
    await say(story, 'newer')
    await soon(async () => expect((await shown(story))[0]).toBe('comment_new delivered'))
    clock.now += 31 * dayMs
    await soon(async () => expect(await shown(story)).toEqual(['comment_new delivered', 'comment_new aside']))
    // The service's end waits for the end of the pass.
    expect(await kept(story)).toEqual({
      events: ['comment_new', 'comment_new'],
      jobs: ['fan-out done', 'hook aside', 'hook done', 'service-retention waiting'],
      deliveries: ['aside', 'delivered'],
    })
  })
})

test('deliveries show a comment’s words as they are now, and none once it is deleted', async () => {
  const story = await begin('sqlite', { holdDeliveries: true })
  await subscribe(story, (await receiver()).url, 'comment_new', 'comment_updated', 'comment_deleted')
  await say(story, 'password is hunter2', 'password is swordfish')
  const [kept, gone] = (await demoTask(story)).comments.slice(-2)
  await story.call('PATCH', `/app/api/comments/${kept?.uuid}`, { message_plain: 'removed it' })
  await story.call('DELETE', `/app/api/comments/${gone?.uuid}`)
  const page = async () => (await pageBrowser(story).get('/deliveries')).text
  const words = async () => (await page()).match(/(?<=<bdi>)[^<]*(?=<\/bdi><\/span><span>http)/g)
  await expect.poll(words).toEqual(['Deleted comment', 'removed it', 'Deleted comment', 'removed it'])
  expect(await page()).not.toContain('password is')
})

test.each([
  ['/hooks/the-secret', '/hooks/…'],
  ['/hooks/the-secret/', '/hooks/…'],
  ['/hooks/the-secret//', '/hooks/…'],
  ['/the-secret/?key=the-secret', '/…'],
  ['/?key=the-secret', '/'],
])('of a receiver at %s, the pages show %s', async (path, shown) => {
  const story = await begin('sqlite', { holdDeliveries: true })
  const { origin } = new URL((await receiver()).url)
  await subscribe(story, origin + path, 'comment_new')
  await say(story, 'one')
  for (const page of ['/settings', '/deliveries']) {
    const textOf = async () => (await pageBrowser(story).get(page)).text
    await expect.poll(textOf).toContain(`>${origin}${shown}<`)
    expect(await textOf()).not.toContain('the-secret')
  }
})
