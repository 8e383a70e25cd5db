import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { begin, created, engines, receiver, subscribe, taskNamed, type Story } from './harness.ts'

const say = async (story: Story, ...texts: string[]) => {
  const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  for (const text of texts)
    await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: text })
}

const textsOf = (events: { payload: Record<string, Record<string, unknown>> }[]) =>
  events.map(({ payload }) => payload['comment']?.['message_plain'])

describe.each(engines)('delivery on %s', (engine) => {
  test('a failing receiver holds what comes after it, and gets it in order when it is back', async () => {
    const story = await begin(engine)
    const hook = await receiver((_event, at, response) => void response.writeHead(at <= 2 ? 500 : 204).end())
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one', 'two', 'three')
    expect(textsOf(await hook.until(5))).toEqual(['one', 'one', 'one', 'two', 'three'])
  })

  test('after the last attempt a delivery is set aside and the lane goes on', async () => {
    const story = await begin(engine)
    const hook = await receiver((event, _at, response) => {
      response.writeHead(event.payload['comment']?.['message_plain'] === 'poison' ? 500 : 200).end()
    })
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'poison', 'after')
    expect(textsOf(await hook.until(4))).toEqual(['poison', 'poison', 'poison', 'after'])
  })

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
    const tried = { at: expect.stringMatching(/^\d{4}-.*Z$/), error: 'answered 500' }
    expect(aside?.['attempt_log']).toEqual([tried, tried, tried])
    expect(JSON.stringify(body)).not.toContain('secret')
    const replay = `/deliveries/${String(aside?.['id'])}/replay`
    expect((await story.as('casey@acme.example')('POST', replay)).status).toBe(403)
    healed = true
    expect((await app('POST', replay)).status).toBe(200)
    expect(textsOf(await hook.until(5)).at(-1)).toBe('poison')
    expect((await app('POST', replay)).status).toBe(404)
  })

  test('a subscriber that has it is not posted to again when another fails', async () => {
    const story = await begin(engine)
    const good = await receiver()
    const bad = await receiver((_event, at, response) => void response.writeHead(at === 1 ? 503 : 200).end())
    await subscribe(story, good.url, 'comment_new')
    await subscribe(story, bad.url, 'comment_new')
    await say(story, 'one', 'two')
    expect(textsOf(await bad.until(3))).toEqual(['one', 'one', 'two'])
    expect(textsOf(await good.until(2))).toEqual(['one', 'two'])
  })

  test('a redirect is a failure, and is not followed', async () => {
    const story = await begin(engine)
    const target = await receiver()
    const hook = await receiver((_event, at, response) => {
      response.writeHead(at === 1 ? 302 : 200, { location: target.url }).end()
    })
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one', 'two')
    await hook.until(3)
    expect(target.arrived).toEqual([])
  })

  test('a receiver that closes the socket is tried again', async () => {
    const story = await begin(engine)
    const hook = await receiver((_event, at, response) => {
      if (at === 1) response.socket?.destroy()
      else response.writeHead(200).end()
    })
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one')
    expect(textsOf(await hook.until(2))).toEqual(['one', 'one'])
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

  test('subscribing twice is one subscription, and an event that is not subscribed is not sent', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new', 'comment_new')
    await created(story)
    await say(story, 'one', 'two')
    expect(textsOf(await hook.until(2))).toEqual(['one', 'two'])
  })

  test('a legacy topic gets the event under its own name', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    const webhook = { topic: 'add_project', address: hook.url }
    const { body } = await story.call('POST', '/v1/admin/webhook/create', { webhook })
    expect(body['webhook']).toMatchObject({ ...webhook, id: expect.any(Number) })
    const list = await story.call('GET', '/v1/admin/webhooks')
    expect(list.body).toEqual({ webhooks: [body['webhook']] })
    const project = await created(story)
    const [event] = await hook.until(1)
    expect(event).toMatchObject({ event_name: 'add_project', payload: { project: { uuid: project } } })
  })

  test('private and plain addresses are refused unless they are allowed', async () => {
    const story = await begin(engine, { privateHooks: false })
    const urls = [
      'http://hooks.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://10.1.2.3/x',
      'https://169.254.169.254/latest/meta-data',
      'https://192.168.0.1/',
      'https://localhost/x',
      'https://localhost./x',
      'https://[::127.0.0.1]/x',
      'https://[2002:7f00:1::]/x',
      'https://[64:ff9b:1::7f00:1]/x',
      'https://2130706433/x',
      'https://user:word@hooks.example.com/',
      'ftp://hooks.example.com/',
    ]
    for (const hook_url of urls) {
      const { status, body } = await story.call('POST', '/v1/webhooks', {
        event_code: 'comment_new',
        hook_url,
      })
      expect([hook_url, status, body.errors?.[0]?.field]).toEqual([hook_url, 422, 'hook_url'])
    }
    const fine = { event_code: 'comment_new', hook_url: 'https://hooks.example.com/x' }
    expect((await story.call('POST', '/v1/webhooks', fine)).status).toBe(200)
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

  test('a port in use is refused with its code', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => holder.close(() => resolve())))
    const { port } = holder.address() as AddressInfo
    await expect(begin(engine, { port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  })
})
