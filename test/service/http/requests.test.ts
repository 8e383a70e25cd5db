import { DatabaseSync } from 'node:sqlite'
import { expect, test, describe } from 'vitest'
import { at, begin, created, demoTask, engines, fieldOf, listAt, receiver, wish } from '../harness.ts'
import { blankTexts } from '../../support/blank-texts.ts'
import { operationsOf, pathOf } from './operations.ts'
import { createLog } from '../../../src/log.ts'

test('a body is taken as JSON however its type says so, and no other type is', async () => {
  const story = await begin('sqlite')
  const types: [string, number][] = [
    ['application/json', 200],
    ['Application/JSON; charset="utf-8"', 200],
    ['application/json;', 200],
    ['application/vnd.api+json', 200],
    ['application/vnd.acme.v2+json; charset=utf-8', 200],
    ['application/merge-patch+json', 200],
    ['text/json-like', 415],
    ['application/xml', 415],
  ]
  for (const [type, wanted] of types) {
    const body = wish(story, { name: type })
    const { status } = await story.call('POST', '/v1/projects', body, { 'content-type': type })
    expect([type, status]).toEqual([type, wanted])
  }
})

test('a DELETE that names a type and has no body is done', async () => {
  const story = await begin('sqlite')
  const task = await demoTask(story)
  const dana = story.as('dana@vendor.example')
  const headers = { 'content-type': 'application/json' }
  expect((await dana('DELETE', `/tasks/${task.uuid}`, undefined, headers)).status).toBe(200)
})

test('every operation takes what nobody can see for an empty text', async () => {
  const story = await begin('sqlite', { writesPerMinute: 1_000_000, monthlyQuota: 1_000_000 })
  for (const operation of await operationsOf(story)) {
    const { name, method, body: right = {} } = operation
    const outcome = async (field: string, text: string | string[]) => {
      const { status, body } = await story.call(method, pathOf(operation), { ...right, [field]: text })
      return { status, fields: body.errors?.map((error) => error.field) }
    }
    for (const [field, value] of Object.entries(right)) {
      if (typeof value !== 'string' && !Array.isArray(value)) continue
      const put = (text: string) => (Array.isArray(value) ? [text] : text)
      const empty = await outcome(field, put(''))
      for (const blank of blankTexts)
        expect(await outcome(field, put(blank)), `${name}: ${field} ${JSON.stringify(blank)}`).toEqual(empty)
    }
  }
})

test('what is no year of a project is refused at its field', async () => {
  const story = await begin('sqlite')
  const dana = story.as('dana@vendor.example')
  const task = await demoTask(story)
  for (const due_date of ['0026-12-05', '1969-12-31', '2101-01-01', '9999-12-31']) {
    const { status, body } = await dana('PATCH', `/tasks/${task.uuid}`, { due_date })
    const message = 'The year must be from 1970 to 2100.'
    expect([status, body.errors]).toEqual([422, [{ field: 'due_date', message }]])
  }
})

test.each(['9007199254740992', '-9007199254740992', '1e20', '1e400'])(
  '%s is no number that is stored as it was sent, and is refused',
  async (number) => {
    const story = await begin('sqlite')
    const { projectUuid } = story.service.demo
    const fields = listAt((await story.call('GET', '/v1/datafields')).body, 'data.datafields')
    const field = String(fields.find(({ name }) => name === 'Contract value (USD)')?.['uuid'])
    const project = await created(story, { datafields: { [field]: 5 } })
    const values = async () => {
      const { body } = await story.call('PUT', `/v1/projects/${project}/datafield-values`, {})
      return listAt(body, 'data.datafield_values').find((one) => one['datafield_uuid'] === field)
    }
    const before = await values()
    const update = `{"updates":{"${String(before?.['uuid'])}":${number}},"dry_run":false}`
    const { body } = await story.call('POST', '/v1/datafield-values', update)
    const refusal = 'must be a number below 9007199254740992.'
    expect(at(body, 'data.failures.0.message')).toBe(`Contract value (USD) ${refusal}`)
    expect(await values()).toEqual(before)
    const asked = JSON.stringify(wish(story, { datafields: { [field]: 0 } })).replace(':0}', `:${number}}`)
    expect(await story.call('POST', '/v1/projects', asked)).toMatchObject({
      status: 400,
      body: { message: `Data field Contract value (USD) cannot be written: ${refusal}` },
    })
    const patch = (path: string, json: string) => story.call('PATCH', `/app/api${path}`, json)
    const valued = patch(`/projects/${projectUuid}`, `{"value":${number}}`)
    expect(await fieldOf(valued)).toEqual([422, 'value'])
    const { subtasks } = await demoTask(story, 'Tell us about your team')
    for (const answer of [number, `{"sponsor":${number}}`]) {
      const answered = patch(`/subtasks/${subtasks[0]?.uuid}`, `{"action_response":${answer}}`)
      expect(String(await fieldOf(answered))).toMatch(/^422,action_response/)
    }
  },
)

test('a misspelt project_state finds nothing wrong in silence: it is refused', async () => {
  const story = await begin('sqlite')
  const misspelt = story.call('GET', '/v1/projects?project_state=active')
  expect(await fieldOf(misspelt)).toEqual([422, 'project_state'])
  expect((await story.call('GET', '/v1/projects?project_state=Active')).status).toBe(200)
})

test('one receiver in five spellings is one subscription', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  const { url } = hook
  const spellings = [url, url, url.replace('http:', 'HTTP:'), `${url}#part`, ` ${url} `]
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
  const refused = story.call('POST', '/v1/projects', wish(story, { internal_users }))
  expect(await fieldOf(refused)).toEqual([422, 'body'])
})

describe.each(engines)('errors on %s', (engine) => {
  test('calls that lead nowhere are counted, too', async () => {
    const story = await begin(engine, { monthlyQuota: 3 })
    expect((await story.call('GET', '/v1/nothing')).status).toBe(404)
    expect((await story.call('DELETE', '/v1/projects')).status).toBe(405)
    expect((await story.call('GET', '/v1/usage')).body.data).toMatchObject({ used: 3 })
    expect((await story.call('GET', '/v1/nothing')).status).toBe(429)
    expect((await story.call('DELETE', '/v1/projects')).status).toBe(429)
  })

  test('calls that arrive together are all counted', async () => {
    const story = await begin(engine, { monthlyQuota: 20 })
    const calls = await Promise.all(Array.from({ length: 30 }, () => story.call('GET', '/v1/users')))
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

test.each([
  ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a field', `{"datafields": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
])('%s of any depth are refused before they are looked at', async (_, body) => {
  const story = await begin('sqlite')
  expect((await story.call('POST', '/v1/projects', body)).status).toBe(422)
})

test('the id of a refused request is in its header, its body and the log, without what was asked', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const story = await begin('sqlite', { log })
  await story.call('GET', '/v1/projects?name=Fabrikam')
  const { headers, body } = await story.call('GET', '/v1/projects?name=Fabrikam&limit=0')
  await story.stop()
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ requestId: body.metadata?.request_id, route: '/v1/projects', status: 422 }),
  ])
  expect(headers.get('x-request-id')).toBe(body.metadata?.request_id)
  expect(lines.join('')).not.toContain('Fabrikam')
})

test('HEAD is answered as GET is, without a body', async () => {
  const { url } = await begin('sqlite')
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(url + path, { method: 'HEAD' })
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, ''])
  }
})

test('a database that another program has locked is a 503, and nothing was done', async () => {
  const story = await begin('sqlite')
  const comment = () => story.call('POST', `/v1/tasks/${taskUuid}/comments`, { message_plain: 'Once' })
  const { uuid: taskUuid } = await demoTask(story)
  using other = new DatabaseSync(story.databaseUrl.slice('sqlite:'.length))
  other.exec('begin immediate')
  const { status, body } = await comment()
  expect([status, body['message']]).toEqual([
    503,
    'The service is busy, and your request was not processed. Try again.',
  ])
  other.exec('rollback')
  expect((await comment()).status).toBe(200)
})
