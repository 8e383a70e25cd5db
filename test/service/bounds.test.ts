import { describe, expect, test } from 'vitest'
import { fittedEvent } from '../../src/service/events/announce.ts'
import {
  begin,
  engines,
  integrationUuid,
  receiver,
  type Story,
  subscribe,
  demoTask,
  say,
  treeOf,
} from './harness.ts'
import { pageBrowser } from './pages/page-browser.ts'
import { eventBodies } from './support/database.ts'

const mostBytes = 256 * 1_024

/** The first subtask of the demo project that has a form. */
const formOf = async (story: Story) => {
  const { modules } = await treeOf(story, story.service.demo.projectUuid)
  const subtasks = modules.flatMap(({ tasks }) => tasks.flatMap((task) => task.subtasks))
  const found = subtasks.find(({ configuration }) => configuration.length > 0)
  if (!found) throw new Error('the demo has no form')
  return { uuid: found.uuid, key: found.configuration[0]?.key ?? '' }
}

const list = (length: number, of: (at: number) => object) => Array.from({ length }, (_, at) => of(at))

test.each<[string, object]>([
  ['links', { external_objects: list(480, (at) => ({ uuid: `u${at}`, external_link: 'x'.repeat(2_300) })) }],
  ['answers', { subtasks_answers: list(60, (at) => ({ key: `k${at}`, answer: '答'.repeat(20_000) })) }],
  ['a text and its HTML', { message_plain: '答'.repeat(40_000), message_rtf: '<p>'.repeat(80_000) }],
  ['control characters', { detail: '\u0001'.repeat(200_000) }],
  ['lists in lists', { data_fields: list(900, () => ({ value: list(900, () => ({ text: 'x' })) })) }],
])('an event with many %s is at most 256 KiB, and says how much there is', (_, facts) => {
  const event = {
    event_name: 'project_completed',
    payload: { project: { uuid: 'p1', name: 'Acme', ...facts } },
  }
  const json = fittedEvent(event)
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(mostBytes)
  const { project } = (JSON.parse(json) as { payload: { project: Record<string, unknown> } }).payload
  expect(project).toMatchObject({ uuid: 'p1', name: 'Acme' })
  for (const [key, value] of Object.entries(facts))
    if (Array.isArray(value) && value.length > 200) expect(project[`${key}_total`]).toBe(value.length)
})

test('an event that fits stays as it is', () => {
  const event = { event_name: 'comment_new', payload: { comment: { message_rtf: '<p>Hello</p>' } } }
  expect(JSON.parse(fittedEvent(event))).toEqual(event)
})

test('a project with 480 long links is announced, and its receiver reads how many there are', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  await subscribe(story, hook.url, 'project_completed')
  const { projectUuid } = story.service.demo
  for (let at = 0; at < 480; at++)
    await story.call('POST', `/v1/projects/${projectUuid}/external-links`, {
      integration_uuid: integrationUuid,
      external_id: `${at}-${'i'.repeat(490)}`,
      external_link: `https://crm.example/${'x'.repeat(1_800)}`,
    })
  await story.call('PATCH', `/app/api/projects/${projectUuid}`, { project_state: 'Completed' })
  const [event] = await hook.until(1)
  expect(JSON.stringify(event).length).toBeLessThan(mostBytes)
  expect(event?.payload['project']?.['external_objects_total']).toBe(480)
})

test('a receiver’s 413, 414, 415, 422 or 431 is its last word: the delivery is set aside at once, and the next one goes out', async () => {
  // A 200 between two refusals, or the receiver would count as dead, and get one attempt anyway.
  const statuses = [413, 414, 415, 422, 431].flatMap((status) => [status, 200])
  const story = await begin('sqlite', { hookRetryMs: [600_000, 600_000] })
  const hook = await receiver(
    (_event, at, response) => void response.writeHead(statuses[at - 1] ?? 200).end(),
  )
  await subscribe(story, hook.url, 'comment_new')
  const texts = statuses.map((status, at) => `${at}: ${status}`)
  await say(story, ...texts)
  const arrived = await hook.until(texts.length)
  expect(arrived.map(({ payload }) => payload['comment']?.['message_plain'])).toEqual(texts)
})

test.each<[string, (key: string) => object, string]>([
  ['to its question is taken', (key) => ({ [key]: 'x' }), ''],
  [
    'to a question that was not asked',
    () => ({ 'another-question': 'x' }),
    'No question of this form is another-question.',
  ],
])('an answer %s', async (_, answer, message) => {
  const story = await begin('sqlite')
  const { uuid, key } = await formOf(story)
  const { status, body } = await story.call('PATCH', `/app/api/subtasks/${uuid}`, {
    action_response: answer(key),
  })
  expect([status, body.errors?.[0]?.message ?? '']).toEqual([message === '' ? 200 : 422, message])
})

test('all answers of a form together are bounded', async () => {
  const story = await begin('sqlite')
  const { uuid } = await formOf(story)
  const lines = Array.from({ length: 100 }, () => 'x'.repeat(1_000))
  const { status, body } = await story.call('PATCH', `/app/api/subtasks/${uuid}`, { action_response: lines })
  expect([status, body.errors]).toEqual([
    422,
    [{ field: 'action_response', message: 'The answers can have at most 50000 characters in all.' }],
  ])
})

test('a page cuts long comments and shows each whole on demand, where it can be edited', async () => {
  const story = await begin('sqlite')
  const { projectUuid } = story.service.demo
  const task = await demoTask(story)
  const long = `${'A long comment. '.repeat(2_400)}The end.`
  for (let at = 0; at < 100; at++)
    await story.as('dana@vendor.example')('POST', `/tasks/${task.uuid}/comments`, { message_plain: long })
  const { get } = pageBrowser(story, 'dana@vendor.example')
  const page = await get(`/projects/${projectUuid}`)
  const all = await get(`/projects/${projectUuid}/comments/${task.uuid}`)
  expect([page.text.length < 400_000, all.text.length < 600_000]).toEqual([true, true])
  expect([page.text.includes('The end.'), all.text.includes('The end.')]).toEqual([false, false])
  const href = /href="([^"]*\?whole=[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const whole = await get(href.split('#')[0] ?? '')
  expect(whole.text.split('The end.').length - 1).toBe(2)
  expect(whole.text).toContain('Edit the comment')
})

test.each([
  ['a team member', 'dana@vendor.example', '/projects'],
  ['a customer', 'casey@acme.example', '/portal/projects'],
])('the views and forms of %s have a limit of their own', async (_, email, base) => {
  const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
  const story = await begin('sqlite', { writesPerMinute: 3, now: () => clock.now })
  const { projectUuid } = story.service.demo
  const task = await demoTask(story)
  const used = async () => Number(((await story.call('GET', '/v1/usage')).body.data ?? {})['used'])
  const before = await used()
  const { get, post } = pageBrowser(story)
  await get(`${base}/${projectUuid}?as=${email}`)
  const form = `${base}/${projectUuid}/act/comment/${task.uuid}`
  const send = async (message_plain: string) => {
    const { status, text } = await post(form, { message_plain })
    return [status, text.includes('Too many requests. Try again in about a minute.')]
  }
  // The view took a fifth of a form.
  expect([await send(''), await send('Mine'), await send('Mine')]).toEqual([
    [422, false],
    [303, false],
    [429, true],
  ])
  expect(await used()).toBe(before + 1)
  await say(story, 'Ours')
  clock.now += 60_000
  expect(await send('Mine')).toEqual([303, false])
})

describe.each(engines)('what is stored on %s', (engine) => {
  const words = (length: number) => 'x'.repeat(length)

  test('by a person has a budget for each hour, and who exceeds it reads when it goes on', async () => {
    const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
    const story = await begin(engine, { megabytesPerDay: 1, now: () => clock.now })
    const task = await demoTask(story)
    const base = `/portal/projects/${story.service.demo.projectUuid}`
    const { get, post } = pageBrowser(story)
    await get(`${base}?as=casey@acme.example`)
    const send = async () => {
      const { status, text } = await post(`${base}/act/comment/${task.uuid}`, {
        message_plain: words(18_000),
      })
      const refusal =
        'you have added 0.04 MB in this hour, the most that a person can. Try again in the next hour.'
      return [status, text.includes(refusal)]
    }
    const none = [303, false]
    expect([await send(), await send(), await send()]).toEqual([none, none, [422, true]])
    clock.now += 30 * 60_000
    expect(await send()).toEqual(none)
    expect(
      (await demoTask(story)).comments.filter((one) => one.message_plain.length === 18_000),
    ).toHaveLength(3)
  })

  test('by an organization has a budget for each day, which a program is told in the envelope', async () => {
    const clock = { now: Date.parse('2026-11-23T09:30:00Z') }
    const story = await begin(engine, { megabytesPerDay: 1, now: () => clock.now })
    const { uuid } = await demoTask(story)
    const send = () => story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: words(39_000) })
    let answer = await send()
    // The demo's own project takes a part of the first day.
    for (let at = 0; at < 25 && answer.status === 200; at++) answer = await send()
    const { status, body } = answer
    expect([status, body.success, body.message]).toEqual([
      429,
      false,
      'Nothing was saved: your organization has added 1 MB today, the most that it can. Try again tomorrow (UTC), or ask whoever runs this service for more.',
    ])
    clock.now += 24 * 3_600_000
    expect((await send()).status).toBe(200)
  })

  test('of an event has each text once, and nothing is stored that nobody gets', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await say(story, 'Nobody listens')
    await subscribe(story, hook.url, 'comment_new')
    await say(story, '**Hello**')
    const [event] = await hook.until(1)
    expect(event?.payload['comment']?.['message_rtf']).toContain('<strong>Hello</strong>')
    const [body, ...more] = await eventBodies(story)
    expect([more, body?.includes('**Hello**'), body?.includes('strong')]).toEqual([[], true, false])
  })

  test('of subscriptions is a hundred, one that is there among them', async () => {
    const story = await begin(engine)
    const add = (at: number) =>
      story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url: `http://127.0.0.1:9/${at}` })
    for (let at = 0; at < 100; at++) expect((await add(at)).status).toBe(200)
    const { status, body } = await add(100)
    expect([status, body.message]).toEqual([
      400,
      'An organization can have at most 100 subscriptions. A Vendor Admin can remove receivers under Admin.',
    ])
    expect((await add(5)).status).toBe(200)
  })
})
