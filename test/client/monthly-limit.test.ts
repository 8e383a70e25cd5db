import { describe, expect, test } from 'vitest'
import {
  clientAt,
  comment,
  envelope,
  hello,
  post,
  threeAtOnce,
  problemFrom,
  refusal,
  task,
  tracker,
  given,
} from './harness.ts'

const quota = { detail: 'Monthly API limit reached.' }

describe('the monthly 429', () => {
  const reached = async () => {
    tracker().post(post).reply(429, quota)
    const { client, time } = clientAt()
    await problemFrom(client.createComment(hello))
    return { client, time, startedAt: time.now() }
  }

  test('is remembered: later calls fail at once, without a request', async () => {
    const { client, startedAt } = await reached()
    expect(client.quota.reachedAt()).toBe(startedAt)
    expect(await problemFrom(client.createComment(hello))).toMatchObject({ kind: 'quota', status: 429 })
    expect(await problemFrom(client.getTask({ task_uuid: 't1' }))).toMatchObject({ kind: 'quota' })
  })

  test('lets one read in ten minutes try; one that succeeds opens the way for writes', async () => {
    const { client, time } = await reached()
    time.pass(10 * 60_000)
    tracker().get('/v1/tasks/t1').reply(429, quota)
    expect((await problemFrom(client.getTask({ task_uuid: 't1' }))).kind).toBe('quota')
    expect((await problemFrom(client.getTask({ task_uuid: 't1' }))).kind).toBe('quota')
    expect((await problemFrom(client.createComment(hello))).kind).toBe('quota')

    time.pass(10 * 60_000)
    given('/v1/tasks/t1', task)
    tracker().post(post).reply(200, envelope(comment))
    await client.getTask({ task_uuid: 't1' })
    expect(client.quota.reachedAt()).toBeUndefined()
    expect((await client.createComment(hello)).uuid).toBe('c1')
  })

  test('is not tried again at once when the probing read tells nothing about it', async () => {
    const { client, time } = await reached()
    time.pass(10 * 60_000)
    tracker().get('/v1/tasks/t1').reply(401, { detail: 'Unknown key.' })
    expect((await problemFrom(client.getTask({ task_uuid: 't1' }))).kind).toBe('unauthorized')
    expect((await problemFrom(client.getTask({ task_uuid: 't1' }))).kind).toBe('quota')
  })

  test('a clock that is put back an hour does not put the next look off for an hour', async () => {
    const { client, time } = await reached()
    time.pass(-3_600_000)
    given('/v1/tasks/t1', task)
    await client.getTask({ task_uuid: 't1' })
    expect(client.quota.reachedAt()).toBeUndefined()
  })

  test('is over, too, when the probing read is refused for another reason', async () => {
    const { client, time } = await reached()
    time.pass(10 * 60_000)
    tracker().get('/v1/tasks/gone').reply(404, refusal('Task not found.'))
    expect((await problemFrom(client.getTask({ task_uuid: 'gone' }))).kind).toBe('not-found')
    expect(client.quota.reachedAt()).toBeUndefined()
  })

  test.each<[string, (at: Awaited<ReturnType<typeof reached>>) => void]>([
    ['the month turns', ({ time }) => time.pass(16 * 86_400_000)],
    ['somebody says resume', ({ client }) => client.quota.resume()],
  ])('is forgotten when %s', async (_, happens) => {
    const at = await reached()
    const { client } = at
    happens(at)
    tracker().post(post).reply(200, envelope(comment))
    expect((await client.createComment(hello)).uuid).toBe('c1')
  })

  test('stops the writes that were waiting for their turn', async () => {
    tracker().post(post).reply(429, quota)
    expect(await threeAtOnce()).toEqual(['quota', 'quota', 'quota'])
  })
})
