import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  apiKey,
  clientAt,
  envelope,
  hello,
  post,
  problemFrom,
  refusal,
  task,
  tracker,
  given,
} from './harness.ts'

const noWords = (status: number) => `POST /v1/tasks/{task_uuid}/comments was answered with status ${status}`

describe('each row of the error table', () => {
  test.each([
    [400, refusal('Account not found.'), 'unresolved', 'Account not found.'],
    [401, { detail: 'Unknown API key.' }, 'unauthorized', 'Unknown API key.'],
    [403, { detail: 'Not authenticated' }, 'forbidden', 'Not authenticated'],
    [404, refusal('Task not found.'), 'not-found', 'Task not found.'],
    [409, refusal('Task is deleted.'), 'unresolved', 'Task is deleted.'],
    [429, { detail: 'Monthly API limit reached.' }, 'quota', 'Monthly API limit reached.'],
    [429, refusal('Too many requests.'), 'rate-limited', 'Too many requests.'],
    [500, refusal('Server error.'), 'unknown', 'Server error.'],
    [502, '<html>Bad gateway</html>', 'unknown', noWords(502)],
    [302, '', 'not-tracker', noWords(302)],
    [408, '', 'unknown', noWords(408)],
    [414, '', 'not-tracker', noWords(414)],
    [425, '', 'rate-limited', noWords(425)],
    [418, '[]', 'not-tracker', noWords(418)],
  ])('%i %j is the problem "%s"', async (status, body, kind, message) => {
    tracker().post(post).reply(status, body)
    const { client, time } = clientAt()
    expect(await problemFrom(client.createComment(hello))).toMatchObject({ kind, message, status })
    expect(time.slept).toEqual([])
  })

  test('a 422 names each field, and carries the request id', async () => {
    const errors = [
      { field: 'start_date', message: 'Must be MM/DD/YYYY.' },
      { field: 'nickname' },
      'nonsense',
    ]
    tracker().post('/v1/projects').reply(422, refusal('Validation failed.', errors))
    const { client } = clientAt()
    const problem = await problemFrom(
      client.createProject({
        name: 'Acme',
        playbook_uuid: 'b1',
        account: 'Acme Corp',
        start_date: '2026-01-01',
        project_owner: 'dana@vendor.example',
      }),
    )
    expect(problem).toMatchObject({ kind: 'invalid', requestId: 'r-77' })
    expect(problem.fields).toEqual([{ field: 'start_date', message: 'Must be MM/DD/YYYY.' }])
  })

  test('the request id is taken from the header where the body has none', async () => {
    tracker().post(post).reply(401, { detail: 'Unknown.' }, { 'x-request-id': 'r-header' })
    expect((await problemFrom(clientAt().client.createComment(hello))).requestId).toBe('r-header')
  })

  test('a success status with success false is a refusal', async () => {
    tracker().post(post).reply(200, refusal('Task is locked.'))
    expect(await problemFrom(clientAt().client.createComment(hello))).toMatchObject({
      kind: 'unresolved',
      message: 'Task is locked.',
    })
  })

  test('the wait after a per-minute 429 is 60 s, or what Retry-After says', async () => {
    const { client } = clientAt()
    for (const [said, wait] of [
      [undefined, 60_000],
      ['7', 7_000],
      ['Tue, 1 Jan', 60_000],
      ['0', 1_000],
      ['-5', 1_000],
      ['1e99', 3_600_000],
    ] as const) {
      const headers = said === undefined ? {} : { 'Retry-After': said }
      tracker().get('/v1/tasks/t1').reply(429, refusal('Too many requests.'), headers)
      const { retryAfterMs } = await problemFrom(client.getTask({ task_uuid: 't1' }))
      expect([said, retryAfterMs]).toEqual([said, wait])
    }
  })
})

describe('an answer that is not of the interface', () => {
  test.each([
    [envelope({ detail: 'Secret', uuid: 't1' }), 'its field name is missing'],
    [envelope({ name: '', detail: 'Secret' }), 'its field name is missing'],
    [envelope(null), 'its field name is missing'],
  ])('%j is named by endpoint and field, without its data', async (body, where) => {
    tracker().get('/v1/tasks/t1').reply(200, body)
    const problem = await problemFrom(clientAt().client.getTask({ task_uuid: 't1' }))
    expect(problem.kind).toBe('unexpected')
    expect(problem.message).toBe(
      `GET /v1/tasks/{task_uuid} answered with something that is not of this interface: ${where}`,
    )
    expect(inspect(problem, { depth: 9 })).not.toContain('Secret')
  })
})

describe('what cannot be asked', () => {
  test.each(['', '.', '..', '\ud800'])('the id %j is not found, without a request', async (id) => {
    const { client } = clientAt()
    expect((await problemFrom(client.getComment({ comment_uuid: id }))).kind).toBe('not-found')
  })

  test('an id from a forged delivery stays one segment of the path', async () => {
    tracker().get('/v1/comments/..%2F..%2Fapp%3Fx').reply(404, refusal('Comment not found.'))
    const { client } = clientAt()
    expect((await problemFrom(client.getComment({ comment_uuid: '../../app?x' }))).kind).toBe('not-found')
  })
})

describe('the API key', () => {
  test.each([
    [401, { detail: `The key ${apiKey} is unknown.` }],
    [422, refusal(`Bearer ${apiKey}`, [{ field: 'token', message: `${apiKey} is wrong` }])],
    [200, { data: { name: apiKey } }],
    [500, `<pre>Authorization: Bearer ${apiKey}</pre>`],
  ])('is in no error, whatever the tracker says with a %i', async (status, body) => {
    tracker().post(post).reply(status, body)
    const lines: unknown[] = []
    const { client } = clientAt({ log: { debug: (...line) => lines.push(line) } })
    const problem = await problemFrom(client.createComment(hello))
    expect(inspect([problem, lines], { depth: 9, showHidden: true })).not.toContain(apiKey)
  })

  test('goes with every request but the one that makes a session', async () => {
    tracker().get('/v1/tasks/t1').matchHeader('authorization', `Bearer ${apiKey}`).reply(200, envelope(task))
    tracker('authorization')
      .post('/v1/auth', { token: apiKey })
      .reply(200, envelope({ session_id: 's1' }))
    const { client } = clientAt()
    await client.getTask({ task_uuid: 't1' })
    expect(await client.createSession({ token: apiKey })).toEqual({ session_id: 's1' })
  })
})

test('whether the tracker answers is asked without the key, which no quota counts; a refusal is an answer', async () => {
  const { client } = clientAt()
  tracker('authorization').get('/v1/usage').reply(401, { detail: 'No key.' })
  await client.reach()
  tracker('authorization').get('/v1/usage').reply(429, { detail: 'Too many.' })
  await client.reach()
})

test('an outage, and a page in the tracker’s place, are none', async () => {
  const { client } = clientAt()
  tracker('authorization').get('/v1/usage').reply(503)
  expect((await problemFrom(client.reach())).kind).toBe('unknown')
  tracker('authorization').get('/v1/usage').reply(200, '<h1>Maintenance</h1>')
  expect((await problemFrom(client.reach())).kind).toBe('not-tracker')
})

test('a read gets through at the third attempt', async () => {
  tracker().get('/v1/tasks/t1').reply(503, refusal('Busy.'))
  tracker().get('/v1/tasks/t1').replyWithError('socket hang up')
  given('/v1/tasks/t1', task)
  const { client } = clientAt()
  expect((await client.getTask({ task_uuid: 't1' })).name).toBe('Kick-off')
})
