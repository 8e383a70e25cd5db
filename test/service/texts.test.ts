import { describe, expect, test } from 'vitest'
import {
  begin,
  type Call,
  created,
  engines,
  integrationUuid,
  receiver,
  subscribe,
  taskNamed,
} from './harness.ts'
import { desk } from './pages/project-desk.ts'

const fieldOf = async (answer: ReturnType<Call>) => {
  const { status, body } = await answer
  return [status, body.errors?.[0]?.field]
}

describe.each(engines)('texts on %s', (engine) => {
  test('a name that ends in a space is found by the check before a creation', async () => {
    const story = await begin(engine)
    await created(story, { name: 'Rollout Q4 ' })
    const { body } = await story.call('GET', '/v1/projects?name=Rollout%20Q4%20&limit=200')
    const { projects } = body.data as unknown as { projects: { name: string }[] }
    expect(projects.map(({ name }) => name)).toEqual(['Rollout Q4 '])
  })

  test('a comment keeps its white space, and the name of its event ends between two letters', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new')
    const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const said = `    indented ${'x'.repeat(86)}👩‍👩‍👧‍👦 family\n`
    const { body } = await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: said })
    expect(body.data).toMatchObject({ message_plain: said })
    const [event] = await hook.until(1)
    expect(event?.object_name).toBe(said.slice(0, 99))
  })
})

describe('texts', () => {
  test('white space alone is refused at its field', async () => {
    const story = await begin('sqlite')
    const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const { projectUuid } = story.service.demo
    const dana = story.as('dana@vendor.example')
    const link = `/v1/projects/${projectUuid}/external-links`
    const blank = ' \t\n '
    const integration = { integration_uuid: integrationUuid, external_id: blank }
    expect(await fieldOf(story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: blank }))).toEqual(
      [422, 'message_plain'],
    )
    expect(await fieldOf(story.call('POST', link, integration))).toEqual([422, 'external_id'])
    expect(await fieldOf(dana('PATCH', `/tasks/${uuid}`, { name: blank }))).toEqual([422, 'name'])
    expect(await fieldOf(dana('PATCH', `/projects/${projectUuid}`, { name: blank }))).toEqual([422, 'name'])
  })
})

describe.each(engines)('an external link on %s', (engine) => {
  test('[CHOICE-123] has an id of up to 500 characters that is found, and shorter texts', async () => {
    const story = await begin(engine)
    const path = `/v1/projects/${story.service.demo.projectUuid}/external-links`
    // Of four bytes each, and different, so that nothing is compressed.
    const letters = Array.from({ length: 501 }, (_, at) => String.fromCodePoint(0x20000 + at))
    const external_id = letters.slice(0, 500).join('')
    const text = 'x'.repeat(255)
    const wish = {
      integration_uuid: integrationUuid,
      external_id,
      external_type: text,
      external_label: text,
    }
    expect((await story.call('POST', path, wish)).status).toBe(200)
    const found = await story.call('GET', `/v1/projects?external_id=${encodeURIComponent(external_id)}`)
    expect(found.body.data?.['pagination']).toEqual({ total: 1 })
    const longer = { external_id: letters.join(''), external_type: `${text}x`, external_label: `${text}x` }
    const { status, body } = await story.call('POST', path, { ...wish, ...longer })
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, Object.keys(longer)])
  })
})

test('an account is found by its exact name alone', async () => {
  const story = await begin('sqlite')
  const { status, body } = await story.call('POST', '/v1/projects', {
    name: 'x',
    playbook_uuid: story.service.demo.playbooks.published,
    account: 'Globex ',
    start_date: '11/23/2096',
    project_owner: 'dana@vendor.example',
  })
  expect([status, body.message]).toEqual([400, 'Account not found.'])
})

test('a form loses what surrounds a text unseen, but not the indentation of its first line', async () => {
  const story = await begin('sqlite')
  const { act } = desk(story)
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  await act('comment', uuid, { message_plain: '\r\n  \r\n    first\r\nsecond  \r\n' })
  const { comments } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  expect(comments.at(-1)?.message_plain).toBe('    first\nsecond')
})

test('half a character is refused at its field, wherever it stands', async () => {
  const story = await begin('sqlite')
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  const half = '\ud83d'
  const dana = story.as('dana@vendor.example')
  const refused = [
    [story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: `a${half}` }), 'message_plain'],
    [story.call('POST', '/v1/datafield-values', { updates: { x: half } }), 'updates.x'],
    [story.call('POST', '/v1/datafield-values', { updates: { [`k${half}`]: 1 } }), 'updates.k\ufffd'],
    [dana('PATCH', `/tasks/${uuid}`, { detail: half }), 'detail'],
  ] as const
  for (const [answer, field] of refused) expect(await fieldOf(answer)).toEqual([422, field])
})

test.each(['constructor', '__proto__', 'toString'])('a key named %s is refused by its name', async (key) => {
  const story = await begin('sqlite')
  const write = (body: string) => story.call('POST', '/v1/datafield-values', body)
  expect(await fieldOf(write(`{"updates":{"${key}":1},"dry_run":false}`))).toEqual([422, `updates.${key}`])
  expect(await fieldOf(write(`{"updates":{"a":{"${key}":{}}}}`))).toEqual([422, `updates.a.${key}`])
  expect(await fieldOf(story.call('POST', '/v1/projects', `{"${key}":{"x":1}}`))).toEqual([422, key])
})

test('[CHOICE-120] an external link is an http address of bounded length', async () => {
  const story = await begin('sqlite')
  const path = `/v1/projects/${story.service.demo.projectUuid}/external-links`
  const link = (external_link: string) =>
    story.call('POST', path, {
      integration_uuid: integrationUuid,
      external_id: 'x',
      external_link,
    })
  for (const wrong of [
    'javascript:alert(1)',
    'ftp://crm.example/1',
    `https://crm.example/${'x'.repeat(2_000)}`,
  ])
    expect(await fieldOf(link(wrong))).toEqual([422, 'external_link'])
  expect((await link('https://crm.example/1')).status).toBe(200)
})
