import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, type Story, subscribe, taskNamed } from '../harness.ts'
import { pageBrowser } from './page-browser.ts'
import { addTheirDelivery, theirDeliveries } from '../support/other-organization.ts'

const aside = async (story: Story) => {
  const { body } = await story.call('GET', '/app/api/deliveries?state=aside')
  return ((body.data ?? {})['pagination'] as { total: number }).total
}

describe.each(engines)('the page of deliveries on %s', (engine) => {
  test('shows why one was set aside, and replays one or all in their order', async () => {
    const story = await begin(engine, { hookRetryMs: [] })
    let isUp = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(isUp ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new')
    const { uuid: task } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const say = (message_plain: string) => story.call('POST', `/v1/tasks/${task}/comments`, { message_plain })
    for (const text of ['one', 'two', 'three']) await say(text)
    await expect.poll(() => aside(story)).toBe(3)
    const { get, post } = pageBrowser(story, 'lee@vendor.example')
    const page = await get('/deliveries?state=aside')
    expect(page.text).toContain('answered 500')
    expect(page.text).toContain('3 deliveries')
    isUp = true
    hook.arrived.length = 0
    const oldest =
      [...page.text.matchAll(/action="(\/deliveries\/\d+\/replay\?state=aside)"/g)].at(-1)?.[1] ?? ''
    expect((await post(oldest)).location).toBe('/deliveries?state=aside')
    expect((await post('/deliveries/replay?state=aside')).location).toBe('/deliveries?state=aside')
    const bodies = (await hook.until(3)).map((event) => event.object_name)
    expect(bodies).toEqual(['one', 'two', 'three'])
    await expect.poll(() => aside(story)).toBe(0)
    expect((await get('/deliveries?state=aside')).text).toContain('No deliveries with this status.')
  })

  test('a dead receiver is one line, whatever it hears, and gets what it missed in its order', async () => {
    const story = await begin(engine, { hookRetryMs: [] })
    let isUp = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(isUp ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new', 'task_updated')
    const { uuid: task } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    for (const round of [1, 2]) {
      await story.call('POST', `/v1/tasks/${task}/comments`, { message_plain: `said ${round}` })
      await story.as('dana@vendor.example')('PATCH', `/tasks/${task}`, { name: `Named ${round}` })
    }
    await expect.poll(() => aside(story)).toBe(4)
    const { get, post } = pageBrowser(story, 'lee@vendor.example')
    const { text } = await get('/deliveries')
    expect(text.match(/has been failing since/g)).toHaveLength(1)
    expect(text).toContain('<strong>4</strong> set aside: comment_new, task_updated.')
    isUp = true
    hook.arrived.length = 0
    await post('/deliveries/replay')
    const names = (await hook.until(4)).map((event) => event.object_name)
    expect(names).toEqual(['said 1', 'Named 1', 'said 2', 'Named 2'])
  })

  test('what is another organization’s stays where it is', async () => {
    const story = await begin(engine, { prepare: addTheirDelivery })
    const { get, post } = pageBrowser(story)
    expect((await get('/deliveries')).text).not.toContain('Replay all')
    await post('/deliveries/replay')
    await story.stop()
    expect(await theirDeliveries(story)).toEqual(['aside'])
  })
})

describe('the page of deliveries', () => {
  test('[CHOICE-122] a dead receiver gets one attempt each after two events, and all of them again once it is back', async () => {
    const story = await begin('sqlite', { hookRetryMs: [1, 1] })
    let isUp = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(isUp ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new')
    const { uuid: task } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const say = (message_plain: string) => story.call('POST', `/v1/tasks/${task}/comments`, { message_plain })
    for (const text of ['one', 'two', 'three', 'four']) await say(text)
    await expect.poll(() => aside(story)).toBe(4)
    const names = () => hook.arrived.splice(0).map((event) => event.object_name)
    expect(names()).toEqual(['one', 'one', 'one', 'two', 'two', 'two', 'three', 'four'])
    const { get, post } = pageBrowser(story, 'lee@vendor.example')
    const { text } = await get('/deliveries')
    expect(text).toMatch(
      /has been failing since <time[^>]*>[^<]+<\/time>. Until a delivery succeeds, each event gets only one attempt. <strong>4<\/strong>/,
    )
    isUp = true
    await post('/deliveries/replay')
    await hook.until(4)
    await expect.poll(() => aside(story)).toBe(0)
    expect(names()).toEqual(['one', 'two', 'three', 'four'])
    expect((await get('/deliveries')).text).not.toContain('has been failing since')
    isUp = false
    await say('five')
    await expect.poll(() => aside(story)).toBe(1)
    expect(names()).toEqual(['five', 'five', 'five'])
  })

  test('a receiver that is up keeps its attempts when another is dead', async () => {
    const story = await begin('sqlite', { hookRetryMs: [1, 1] })
    const dead = await receiver((_event, _at, response) => void response.writeHead(500).end())
    const well = await receiver((_event, at, response) => void response.writeHead(at % 2 ? 500 : 200).end())
    for (const { url } of [dead, well]) await subscribe(story, url, 'comment_new')
    const { uuid: task } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    for (const message_plain of ['one', 'two', 'three'])
      await story.call('POST', `/v1/tasks/${task}/comments`, { message_plain })
    const events = await well.until(6)
    expect(events.map((event) => event.object_name)).toEqual(['one', 'one', 'two', 'two', 'three', 'three'])
    expect(dead.arrived).toHaveLength(7)
  })
})
