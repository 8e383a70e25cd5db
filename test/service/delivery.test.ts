import { describe, expect, test, vi } from 'vitest'
import { begin, engines, receiver, subscribe, say, created, type Story } from './harness.ts'
import { keptWork } from './support/database.ts'

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
    const [aside] = (body.data ?? {})['deliveries'] as Record<string, unknown>[]
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
  const { deliveries, pagination } = body.data as unknown as {
    deliveries: { event_name: string; state: string }[]
    pagination: { total: number }
  }
  expect(pagination.total).toBe(deliveries.length)
  return deliveries.map(({ event_name, state }) => `${event_name} ${state}`)
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
    /** A pass that fails on a busy machine is tried again a minute later. */
    const soon = (check: () => Promise<void>) =>
      vi.waitFor(
        async () => {
          clock.now += 60_000
          await check()
        },
        { timeout: 25_000, interval: 20 },
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
      jobs: ['hook aside', 'hook done', 'service-retention waiting'],
      deliveries: ['aside', 'delivered'],
    })
  })
})
