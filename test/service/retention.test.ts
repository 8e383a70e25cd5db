import { describe, expect, test, vi } from 'vitest'
import { begin, created, engines, receiver, type Story, subscribe, taskNamed } from './harness.ts'
import { keptWork } from './support/rows.ts'

const dayMs = 86_400_000

// A deadline, not a measurement.
vi.setConfig({ testTimeout: 90_000 })

const say = async (story: Story, text: string) => {
  const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: text })
}

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
  await story.stop()
  const work = await keptWork(story)
  // How many passes there were is the clock's affair.
  return { ...work, jobs: work.jobs.filter((job) => job !== 'service-retention done') }
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
    for (const text of ['old', 'poison']) await say(story, text)
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
