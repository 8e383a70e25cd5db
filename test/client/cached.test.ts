import { describe, expect, test } from 'vitest'
import { cachedApi } from '../../src/client/cached-api.ts'
import {
  clientAt,
  comment,
  envelope,
  hello,
  post,
  problemFrom,
  refusal,
  task,
  tracker,
  given,
} from './harness.ts'

const users = envelope({ users: [] })

const cachedAt = () => {
  const { client, time } = clientAt()
  return { api: cachedApi(client, time.now), time }
}

describe('users, playbooks and data fields', () => {
  test('are asked for once a minute', async () => {
    tracker().get('/v1/users').reply(200, users)
    given('/v1/playbooks', { playbooks: [] })
    given('/v1/datafields', { datafields: [] })
    const { api, time } = cachedAt()
    for (let n = 0; n < 3; n += 1) {
      await api.listUsers({})
      await api.listPlaybooks({})
      await api.listDataFields({})
      time.pass(20_000)
    }
    tracker().get('/v1/users').reply(200, users)
    time.pass(1)
    await api.listUsers({})
  })

  test('are remembered by what was asked, whatever its order', async () => {
    given('/v1/playbooks?name=Standard&limit=200', { playbooks: [] })
    given('/v1/playbooks?name=Enterprise', { playbooks: [] })
    const { api } = cachedAt()
    await api.listPlaybooks({ name: 'Standard', limit: 200 })
    await api.listPlaybooks({ limit: 200, name: 'Standard' })
    await api.listPlaybooks({ name: 'Enterprise' })
  })

  test('are shared while they are under way, failures too', async () => {
    tracker().get('/v1/users').reply(200, users)
    tracker().get('/v1/playbooks').reply(404, refusal('Not found.'))
    const { api } = cachedAt()
    const same = await Promise.all([api.listUsers({}), api.listUsers({})])
    expect(same.map((answer) => answer.users)).toEqual([[], []])
    const gone = [api.listPlaybooks({}), api.listPlaybooks({})].map(problemFrom)
    expect((await Promise.all(gone)).map(({ kind }) => kind)).toEqual(['not-found', 'not-found'])
  })

  test('a failure is not remembered', async () => {
    tracker().get('/v1/users').reply(401, { detail: 'Unknown key.' })
    tracker().get('/v1/users').reply(200, users)
    const { api } = cachedAt()
    expect((await problemFrom(api.listUsers({}))).kind).toBe('unauthorized')
    expect((await api.listUsers({})).users).toEqual([])
  })

  test('an answer that is too large is not asked for again in the minute', async () => {
    tracker()
      .get('/v1/users')
      .reply(200, envelope({ users: Array.from({ length: 5_001 }, () => ({})) }))
    const { api, time } = cachedAt()
    expect((await problemFrom(api.listUsers({}))).kind).toBe('too-large')
    expect((await problemFrom(api.listUsers({}))).kind).toBe('too-large')
    tracker().get('/v1/users').reply(200, users)
    time.pass(60_001)
    expect((await api.listUsers({})).users).toEqual([])
  })
})

describe('reads that decide what is posted', () => {
  test('are asked for every time', async () => {
    tracker().get('/v1/comments/c1').times(2).reply(200, envelope(comment))
    tracker().get('/v1/tasks/t1').times(2).reply(200, envelope(task))
    tracker()
      .get('/v1/projects')
      .times(2)
      .reply(200, envelope({ projects: [] }))
    const { api } = cachedAt()
    for (let n = 0; n < 2; n += 1) {
      await api.getComment({ comment_uuid: 'c1' })
      await api.getTask({ task_uuid: 't1' })
      await api.listProjects({})
    }
  })

  test('are not shared: one that began before a change may be answered without it', async () => {
    tracker().get('/v1/tasks/t1').delay(50).reply(200, envelope(task))
    given('/v1/tasks/t1', { ...task, name: 'Go-live' })
    const { api } = cachedAt()
    const both = await Promise.all([api.getTask({ task_uuid: 't1' }), api.getTask({ task_uuid: 't1' })])
    expect(both.map(({ name }) => name)).toEqual(['Kick-off', 'Go-live'])
  })
})

test('two equal writes are two writes', async () => {
  tracker().post(post).times(2).reply(200, envelope(comment))
  const { api } = cachedAt()
  await Promise.all([api.createComment(hello), api.createComment(hello)])
})
