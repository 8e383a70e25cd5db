import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, taskNamed, type Story } from './harness.ts'

const say = async (story: Story, ...texts: string[]) => {
  const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  for (const text of texts)
    await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: text })
}

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
