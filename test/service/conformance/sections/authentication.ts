import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../../../src/contract/api.ts'
import { at, callerOf, textAt, nowhere, words } from '../support/call.ts'
import { apiKey, freshDatabase, startServer } from '../support/server.ts'
import { onEach } from '../support/world.ts'

/** Every endpoint of the interface's table but `POST /v1/auth`. */
const closed = Object.values<Endpoint>(endpoints)
  .filter(({ open }) => !open)
  .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, nowhere)] as const)

const bare = { detail: words }

onEach('authentication', (world) => {
  test('without an Authorization header every endpoint answers a bare 403', async () => {
    for (const [method, path] of closed) {
      const { status, body } = await world.withKey()(method, path, method === 'GET' ? undefined : {})
      expect([method, path, status, body]).toEqual([method, path, 403, bare])
    }
  })

  test('another scheme than Bearer is the same 403', async () => {
    for (const authorization of [`Basic ${btoa(`x:${apiKey}`)}`, `Token ${apiKey}`, apiKey, 'BearerX y', ''])
      for (const path of ['/v1/projects', '/v1/usage']) {
        const { status, body } = await world.withKey()('GET', path, undefined, { authorization })
        expect([authorization, status, body]).toEqual([authorization, 403, bare])
      }
  })

  test('with a key that is nobody’s every endpoint answers a bare 401, whatever its body', async () => {
    for (const [method, path] of closed) {
      const broken = method === 'GET' ? undefined : '{oops'
      const { status, body } = await world.withKey('nonsense')(method, path, broken)
      expect([method, path, status, body]).toEqual([method, path, 401, bare])
    }
    for (const authorization of ['Bearer', 'Bearer ', `Bearer ${apiKey}x`, `Bearer ${apiKey.toUpperCase()}`])
      expect((await world.withKey()('GET', '/v1/usage', undefined, { authorization })).status).toBe(401)
  })

  test('the key itself is the bearer value, and opens every endpoint', async () => {
    for (const [method, path] of closed) {
      const body = method === 'GET' ? undefined : {}
      const { status } = await world.withKey(apiKey)(method, path, body)
      expect([method, path, [200, 404, 422].includes(status)]).toEqual([method, path, true])
    }
  })

  test('a session is given for a key, without a header, and is a bearer value like it', async () => {
    const answer = await world.withKey()('POST', '/v1/auth', { token: apiKey })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        data: { session_id: expect.stringMatching(/.{16}/), expires_in: 300 },
        metadata: { request_id: answer.headers.get('x-request-id') },
      },
    ])
    const session = world.withKey(textAt(answer.body, 'data.session_id'))
    expect((await session('GET', '/v1/usage')).status).toBe(200)
    expect((await session('POST', '/v1/projects', await world.wish())).status).toBe(200)
    expect((await world.call('GET', '/v1/admin/webhooks')).status).toBe(200)
  })

  test('no session is given for what is not a key', async () => {
    for (const token of ['nonsense', `${apiKey}x`]) {
      const { status, body } = await world.withKey()('POST', '/v1/auth', { token })
      expect([token, status, body]).toEqual([token, 401, bare])
    }
    for (const [body, field] of [
      [{}, 'token'],
      [{ token: 7 }, 'token'],
      [{ token: apiKey, key: 'x' }, 'key'],
    ] as const) {
      const answer = await world.withKey()('POST', '/v1/auth', body)
      expect([answer.status, at(answer.body, 'errors.0.field')]).toEqual([422, field])
    }
  })

  test('deliveries carry no authorization, no signature, and no header of ours', async () => {
    const [arrival] = await world.arrivalsDuring(() => world.project())
    const usual = 'accept accept-encoding connection content-length content-type host user-agent'.split(' ')
    const others = Object.keys(arrival?.headers ?? {}).filter((name) => !usual.includes(name))
    expect([arrival?.event.event_name, others]).toEqual(['project_created', []])
  })
})

const clock = { now: Date.UTC(2026, 10, 21, 12) }

onEach(
  'authentication, as time passes',
  (world) => {
    test('a session is good for five minutes', async () => {
      const body = await world.good(world.withKey()('POST', '/v1/auth', { token: apiKey }))
      const session = world.withKey(textAt(body, 'data.session_id'))
      clock.now += 5 * 60_000 - 1
      expect((await session('GET', '/v1/usage')).status).toBe(200)
      clock.now += 1
      const over = await session('GET', '/v1/usage')
      expect([over.status, over.body]).toEqual([401, bare])
      expect((await world.call('GET', '/v1/usage')).status).toBe(200)
    })

    test('a deactivated key is 401, and so is a session that it had', async () => {
      await using database = await freshDatabase(world.target)
      const earlier = { databaseUrl: database.url, apiKey: 'the earlier key' }
      const before = await startServer(world.target, earlier)
      const given = await callerOf(before.url)('POST', '/v1/auth', { token: earlier.apiKey })
      await before[Symbol.asyncDispose]()
      // Started with another key, the demo organization's earlier one is deactivated.
      await using again = await startServer(world.target, { databaseUrl: database.url })
      for (const token of [earlier.apiKey, textAt(given.body, 'data.session_id')]) {
        const { status, body } = await callerOf(again.url, token)('GET', '/v1/usage')
        expect([status, body]).toEqual([401, bare])
      }
      const refused = await callerOf(again.url)('POST', '/v1/auth', { token: earlier.apiKey })
      expect([refused.status, refused.body]).toEqual([401, bare])
      expect((await callerOf(again.url, apiKey)('GET', '/v1/usage')).status).toBe(200)
    })
  },
  { now: () => clock.now },
)
