import { describe, expect, test } from 'vitest'
import { clientAt, comment, hello, post, problemFrom, refusal, tracker, given } from './harness.ts'

const page = '<!doctype html><title>Sign in</title>'
const hook = { event_code: 'comment_new', hook_url: 'https://bot.example.com/h' }

/** What stands in a tracker's place for a moment: its proxy, a gateway, a sign-in page. */
const others: [status: number, body: string | object][] = [
  [404, '404 page not found'],
  [404, page],
  [404, { message: 'no Route matched with those values', request_id: 'kong-1' }],
  [404, { detail: 'Not Found' }],
  [404, { statusCode: 404, message: 'Resource not found', error: 'Not Found' }],
  [404, { success: false, errors: [{ code: 7003, message: 'No route' }], result: null }],
  [404, ''],
  [400, 'Bad Request'],
  [400, { message: 'The plain HTTP request was sent to HTTPS port' }],
  [405, ''],
  [401, page],
  [403, { message: 'Forbidden' }],
  [410, ''],
  [413, page],
  [422, { error: 'unprocessable' }],
  [301, ''],
  [302, page],
  [304, ''],
  [307, refusal('Moved.')],
]

describe('what is not of the tracker’s form', () => {
  test.each(others)('%i %j: a read is tried again, and ends as in an outage', async (status, body) => {
    tracker().get('/v1/comments/c1').times(3).reply(status, body)
    const { client, time } = clientAt()
    const problem = await problemFrom(client.getComment({ comment_uuid: 'c1' }))
    expect(problem).toMatchObject({ kind: 'not-tracker', status })
    expect(time.slept).toEqual([250, 500])
  })

  test.each(others)('%i %j: a write was not taken, and is not repeated here', async (status, body) => {
    tracker().post(post).reply(status, body)
    expect((await problemFrom(clientAt().client.createComment(hello))).kind).toBe('not-tracker')
  })

  test.each<string | object>(['', page, { status: 'ok' }, '[1]', 'null'])(
    '200 %j: a read ends as in an outage; whether a write happened is unknown',
    async (body) => {
      tracker().get('/v1/comments/c1').times(3).reply(200, body)
      tracker().post(post).reply(200, body)
      const { client } = clientAt()
      expect((await problemFrom(client.getComment({ comment_uuid: 'c1' }))).kind).toBe('not-tracker')
      expect((await problemFrom(client.createComment(hello))).kind).toBe('unknown')
    },
  )

  test.each<[number, string | object]>([
    [404, '404 page not found'],
    [404, { detail: 'Not Found' }],
    [404, refusal('Not found.')],
    [403, { message: 'Missing Authentication Token' }],
    [405, refusal('Method not allowed.')],
    [501, ''],
  ])('%i %j: a tracker lacks what only our service has, and is not asked again', async (status, body) => {
    tracker().get('/v1/projects/p1/tasks').query(true).reply(status, body)
    expect(await problemFrom(clientAt().client.listTasks({ project_uuid: 'p1' }))).toMatchObject({
      kind: 'not-found',
      status,
    })
  })

  test('two seconds of a proxy’s 404 during a deployment are no "no such comment"', async () => {
    tracker().get('/v1/comments/c1').times(2).reply(404, '404 page not found')
    given('/v1/comments/c1', comment)
    expect(await clientAt().client.getComment({ comment_uuid: 'c1' })).toEqual(comment)
  })

  test('a proxy’s 429 is waited for, whatever its form', async () => {
    tracker().get('/v1/comments/c1').reply(429, page)
    expect(await problemFrom(clientAt().client.getComment({ comment_uuid: 'c1' }))).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 60_000,
    })
  })
})

describe('what is of the tracker’s form', () => {
  test.each([
    [404, refusal('Comment not found.'), 'not-found'],
    [404, { message: 'Comment not found.', errors: null, metadata: { request_id: 'r1' } }, 'not-found'],
    [404, { success: false, message: 'Comment not found.' }, 'not-found'],
    [400, refusal('Comment not found.'), 'not-found'],
    [410, refusal('Deleted.'), 'not-found'],
    [401, { detail: 'Unknown API key.' }, 'unauthorized'],
    [403, { detail: 'No bearer.' }, 'forbidden'],
    [403, refusal('Only for the team.'), 'forbidden'],
  ])('%i %j counts at once', async (status, body, kind) => {
    tracker().get('/v1/comments/c1').reply(status, body)
    const { client, time } = clientAt()
    expect((await problemFrom(client.getComment({ comment_uuid: 'c1' }))).kind).toBe(kind)
    expect(time.slept).toEqual([])
  })
})

describe('a subscription that is there already', () => {
  test.each(['Webhook already exists.', 'This subscription exists.', 'Duplicate webhook.'])(
    'is made: 409 %j',
    async (message) => {
      tracker().post('/v1/webhooks').reply(409, refusal(message))
      expect(await clientAt().client.createWebhook(hook)).toEqual({})
    },
  )

  test('is not made by any other 409, and no comment by one', async () => {
    tracker().post('/v1/webhooks').reply(409, refusal('The organization is locked.'))
    tracker().post(post).reply(409, refusal('Comment already exists.'))
    const { client } = clientAt()
    expect((await problemFrom(client.createWebhook(hook))).kind).toBe('unresolved')
    expect((await problemFrom(client.createComment(hello))).kind).toBe('unresolved')
  })
})
