import { expect, test } from 'vitest'
import { begin, receiver, type Story, taskNamed, wish } from './harness.ts'

const errorsOf = ({ status, body }: Awaited<ReturnType<Story['call']>>) => [status, body.errors?.[0]?.field]

test.each([
  ['application/json', 200],
  ['Application/JSON; charset="utf-8"', 200],
  ['application/json;', 200],
  ['application/vnd.api+json', 200],
  ['application/vnd.acme.v2+json; charset=utf-8', 200],
  ['application/merge-patch+json', 200],
  ['text/json-like', 415],
  ['application/xml', 415],
])('a body whose type is %s: %i', async (type, status) => {
  const story = await begin('sqlite')
  const answer = await story.call('POST', '/v1/projects', wish(story), { 'content-type': type })
  expect(answer.status).toBe(status)
})

test('a DELETE that names a type and has no body is done', async () => {
  const story = await begin('sqlite')
  const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  const headers = { 'content-type': 'application/json' }
  const { status } = await story.as('dana@vendor.example')(
    'DELETE',
    `/tasks/${task.uuid}`,
    undefined,
    headers,
  )
  expect(status).toBe(200)
})

test.each(['\u200B', '\u2060', '\u3164', '\u2800 \u00AD'])(
  'a name and a comment of which nobody sees anything (%j) are refused at their field',
  async (name) => {
    const story = await begin('sqlite')
    expect(errorsOf(await story.call('POST', '/v1/projects', wish(story, { name })))).toEqual([422, 'name'])
    const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const said = await story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: name })
    expect(errorsOf(said)).toEqual([422, 'message_plain'])
  },
)

test.each(['0026-12-05', '1969-12-31', '2101-01-01', '9999-12-31'])(
  'a task that is due on %s is refused for its year',
  async (due_date) => {
    const story = await begin('sqlite')
    const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const answer = await story.as('dana@vendor.example')('PATCH', `/tasks/${task.uuid}`, { due_date })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'due_date', message: 'The year must be from 1970 to 2100.' }],
    ])
  },
)

test.each([9007199254740992, -9007199254740992, 1e20])(
  'the number %d, which JSON can’t keep, is refused',
  async (value) => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const answer = await story.as('dana@vendor.example')('PATCH', `/projects/${projectUuid}`, { value })
    expect(errorsOf(answer)).toEqual([422, 'value'])
  },
)

test('a misspelt project_state finds nothing wrong in silence: it is refused', async () => {
  const story = await begin('sqlite')
  expect(errorsOf(await story.call('GET', '/v1/projects?project_state=active'))).toEqual([
    422,
    'project_state',
  ])
  expect((await story.call('GET', '/v1/projects?project_state=Active')).status).toBe(200)
})

test('[CHOICE-131] one receiver in five spellings is one subscription', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  const spellings = [
    hook.url,
    hook.url,
    hook.url.replace('http:', 'HTTP:'),
    `${hook.url}#part`,
    ` ${hook.url} `,
  ]
  const uuids = new Set<unknown>()
  for (const hook_url of spellings) {
    const { status, body } = await story.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url })
    expect(status).toBe(200)
    uuids.add(body.data?.['uuid'])
  }
  expect(uuids.size).toBe(1)
})

test('100,000 members of a team are refused', async () => {
  const story = await begin('sqlite')
  const internal_users = Array.from({ length: 100_000 }, (_, at) => `u${at}`)
  // No body of `/v1` has so many values, whichever field has them.
  const refused = await story.call('POST', '/v1/projects', wish(story, { internal_users }))
  expect(errorsOf(refused)).toEqual([422, 'body'])
})
