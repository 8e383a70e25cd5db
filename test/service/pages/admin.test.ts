import { describe, expect, test } from 'vitest'
import { at, begin, engines, receiver, type Story, subscribe, demoTask, say } from '../harness.ts'
import { pageBrowser, plainBrowser as browser } from './page-browser.ts'
import {
  addSetAside,
  addTheirDelivery,
  replayOldest,
  theirDeliveries,
  untilWaiting,
} from '../support/database.ts'
import { linkFor, password, enter } from '../support/signing-in.ts'

const aside = async (story: Story) =>
  at((await story.call('GET', '/app/api/deliveries?state=aside')).body, 'data.pagination.total')

describe.each(engines)('the page of deliveries on %s', (engine) => {
  test('shows why one was set aside, and replays one or all in their order', async () => {
    const story = await begin(engine, { hookRetryMs: [] })
    let isUp = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(isUp ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one', 'two', 'three')
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
    const { uuid: task } = await demoTask(story, 'Connect the CRM')
    for (const round of [1, 2]) {
      await say(story, `said ${round}`)
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
    expect(await theirDeliveries(story)).toEqual(['aside'])
  })
})

describe('the page of deliveries', () => {
  test('a dead receiver gets one attempt each after two events, and all of them again once it is back', async () => {
    const story = await begin('sqlite', { hookRetryMs: [1, 1] })
    let isUp = false
    const hook = await receiver((_event, _at, response) => void response.writeHead(isUp ? 200 : 500).end())
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'one', 'two', 'three', 'four')
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
    await say(story, 'five')
    await expect.poll(() => aside(story)).toBe(1)
    expect(names()).toEqual(['five', 'five', 'five'])
  })

  test('once a dead receiver is removed, what waited behind it goes out at once', async () => {
    const story = await begin('sqlite', { hookRetryMs: [600_000] })
    const dead = await receiver((_event, _at, response) => void response.writeHead(500).end())
    const well = await receiver()
    for (const { url } of [dead, well]) await subscribe(story, url, 'comment_new')
    await say(story, 'one')
    await dead.until(1)
    const { get, post } = pageBrowser(story)
    const end = /action="(\/settings\/receivers\/[^"]+\/end)"/.exec((await get('/settings')).text)?.[1] ?? ''
    expect((await post(end)).status).toBe(303)
    expect((await well.until(1)).map((event) => event.object_name)).toEqual(['one'])
    expect(dead.arrived).toHaveLength(1)
  })

  test('a receiver that is up keeps its attempts when another is dead', async () => {
    const story = await begin('sqlite', { hookRetryMs: [1, 1] })
    const dead = await receiver((_event, _at, response) => void response.writeHead(500).end())
    const well = await receiver((_event, at, response) => void response.writeHead(at % 2 ? 500 : 200).end())
    for (const { url } of [dead, well]) await subscribe(story, url, 'comment_new')
    await say(story, 'one', 'two', 'three')
    const events = await well.until(6)
    expect(events.map((event) => event.object_name)).toEqual(['one', 'one', 'two', 'two', 'three', 'three'])
    expect(dead.arrived).toHaveLength(7)
  })
})

test('a replay of all goes on when somebody replays one of them meanwhile', async () => {
  const story = await begin('postgres', { prepare: addSetAside(501), holdDeliveries: true })
  const { get, post } = pageBrowser(story)
  const commit = await replayOldest(story)
  const all = post('/deliveries/replay')
  await untilWaiting(story, 1)
  await commit()
  await all
  expect((await get('/deliveries')).text).not.toContain('Replay all')
})

describe.each(engines)('the settings and the sign-in on %s', (engine) => {
  test('a Vendor Admin makes and ends keys, and nobody else does', async () => {
    const story = await begin(engine)
    const { get, post } = browser(story)
    const made = await post('/settings/keys', { label: 'CRM' })
    const key = /ops_[0-9a-f]{64}/.exec(made.text)?.[0] ?? ''
    const works = async () => (await story.withKey(key)('GET', '/v1/users')).status
    expect(await works()).toBe(200)
    const shown = await get('/settings')
    expect(shown.text).not.toContain(key)
    const end = /action="(\/settings\/keys\/[^"]+\/end)"/g
    const [, newest = ''] = [...shown.text.matchAll(end)].at(-1) ?? []
    expect((await post(newest, {}, {})).status).toBe(403)
    expect((await post(newest, {})).status).toBe(303)
    expect(await works()).toBe(401)
    expect((await story.call('GET', '/v1/users')).status).toBe(200)
    expect((await post('/settings/keys', { label: ' ' })).status).toBe(422)
    const lee = browser(story)
    expect((await lee.get('/settings?as=lee@vendor.example')).status).toBe(403)
    expect((await lee.post('/settings/keys', { label: 'Mine' })).status).toBe(403)
  })

  test('a receiver is one row, however it is spelt and whatever it hears, without its secret, and goes at once', async () => {
    const story = await begin(engine)
    const hook = 'https://receiver.example/hooks/the-secret'
    for (const hook_url of [hook, 'HTTP://Receiver.example:80/hooks/the-secret#part'])
      for (const event_code of ['comment_new', 'task_completed'])
        await story.call('POST', '/v1/webhooks', { event_code, hook_url })
    const webhook = { topic: 'add_project_note', address: hook }
    expect((await story.call('POST', '/v1/admin/webhook/create', { webhook })).status).toBe(200)
    await story.call('POST', '/v1/webhooks', {
      event_code: 'comment_new',
      hook_url: 'https://receiver.example/hooks/another-secret',
    })
    const { get, post } = browser(story)
    const rows = async () =>
      [...(await get('/settings')).text.matchAll(/<p class="hint">(\w+(?:, \w+)*)<\/p>/g)].map(
        ([, events]) => events,
      )
    expect(await rows()).toEqual(['comment_new, task_completed, add_project_note', 'comment_new'])
    const { text } = await get('/settings')
    expect(text).toContain('https://receiver.example/hooks/…')
    expect(text).not.toContain('-secret')
    const paths = [...text.matchAll(/action="(\/settings\/receivers\/[^"]+\/end)"/g)]
    const end = async (at: number) => (await post(paths[at]?.[1] ?? '')).status
    expect([await end(0), await rows()]).toEqual([303, ['comment_new']])
    expect([await end(1), await rows()]).toEqual([303, []])
    expect((await get('/settings')).text).toContain('No webhooks yet.')
  })
})

describe('the settings and the sign-in', () => {
  test('where people sign in, nobody chooses who they are', async () => {
    const story = await begin('sqlite', { openPages: false })
    const { projectUuid } = story.service.demo
    const path = `/projects/${projectUuid}`
    const { get, post, forge } = browser(story)
    const sent = await get(`${path}?as=dana@vendor.example`)
    expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual([303, '/sign-in'])
    const admin = browser(story)
    await enter(admin, story)
    const dana = { email: 'dana@vendor.example', password, to: path }
    const guessed = await post('/sign-in', { ...dana, password: 'guess' })
    expect([guessed.status, guessed.text.includes('value="dana@vendor.example"')]).toEqual([401, true])
    expect(guessed.text).not.toContain('guess')
    expect((await post('/sign-in', { ...dana, email: 'casey@acme.example' })).status).toBe(401)
    expect((await post('/sign-in', dana, {})).status).toBe(403)
    const away = await post('/sign-in', { ...dana, to: '//evil.example' })
    expect(away.headers.get('location')).toBe('/projects')
    const { text } = await get(`${path}?as=lee@vendor.example`)
    expect(text).toContain('Sign out')
    expect(text).toContain('Comment as Dana')
    expect((await get('/portal/projects')).status).toBe(303)
    const wayIn = await linkFor(admin, story.service.demo.people.casey.uuid)
    forge('')
    expect((await post(wayIn.slice(0, -1))).status).toBe(401)
    expect((await post(wayIn)).status).toBe(303)
    expect((await get(`/portal/projects/${projectUuid}`)).text).toContain('Comment as Casey')
    expect((await get(path)).status).toBe(303)
  })
})
