import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readServiceConfig } from '../../../../src/config/config.ts'
import { eventNames } from '../../../../src/contract/event.ts'
import { at, listAt, problem, textAt, apiUser, nowhere } from '../support/call.ts'
import { itemOf } from '../support/asks.ts'
import { apiKey, remote } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('where the interface is silent', (world) => {
  const refused = async (answer: ReturnType<typeof world.call>, status: number, message: string) => {
    const got = await answer
    expect([got.status, got.body]).toEqual([status, problem(got, message)])
    return got
  }
  const invalid = async (answer: ReturnType<typeof world.call>, field: string, message: unknown) => {
    const got = await answer
    expect([got.status, got.body]).toEqual([422, problem(got, 'Validation failed.', [{ field, message }])])
  }

  test('a creation answers with three fields, and its name stays as it came', async () => {
    const name = `  Spaced ${randomUUID()}\t`
    const made = await world.call('POST', '/v1/projects', await world.wish({ name }))
    expect(Object.keys(at(made.body, 'data') as object).sort()).toEqual([
      'internal_project_url',
      'portal_project_url',
      'uuid',
    ])
    expect(at(await itemOf(world, name), 'name')).toBe(name)
    const long = '😀'.repeat(150)
    await world.post('/v1/projects', await world.wish({ name: long }))
    await invalid(
      world.call('POST', '/v1/projects', await world.wish({ name: `${long}!` })),
      'name',
      expect.stringContaining('150'),
    )
  })

  test('what is not there yet is null, in answers and in events', async () => {
    const name = `Young ${randomUUID()}`
    const [event] = await world.during(() => world.project({ name }))
    expect(at(event, 'payload.project')).toMatchObject({
      completed_date: null,
      archived_date: null,
      completed_by_name: null,
      archived_by: null,
    })
    expect(await itemOf(world, name)).toMatchObject({ completed_date: null })
    const { uuid } = await world.task(textAt(await itemOf(world, name), 'uuid'), 'Map the fields')
    const said = world.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: 'x' })
    expect(at(await world.good(said), 'data')).toMatchObject({
      replied_to_comment_uuid: null,
      edited_at: null,
    })
  })

  test('the catalogue holds the events that the interface names, and no others', async () => {
    const events = listAt(await world.get('/v1/events'), 'data.events')
    const codes = events.map(({ type_code }) => type_code)
    expect(new Set(codes)).toEqual(new Set([...eventNames, 'task_help_requested']))
    const hook = { event_code: 'account_note_created', hook_url: world.hook.url }
    await invalid(world.call('POST', '/v1/webhooks', hook), 'event_code', expect.any(String))
  })

  test.runIf(remote === undefined)('a month has 100,000 calls unless told', () => {
    expect(readServiceConfig({}).service.monthlyQuota).toBe(100_000)
  })

  test('no answer has headers of a rate limit', async () => {
    for (const path of ['/v1/usage', '/v1/projects', `/v1/tasks/${nowhere}`]) {
      const { headers } = await world.call('GET', path)
      expect([...headers.keys()].filter((name) => /rate|limit|retry/.test(name))).toEqual([])
    }
  })

  test('whatever key or session is used, the API user is who acts', async () => {
    const { uuid } = await world.task(await world.project(), 'Map the fields')
    const opened = await world.withKey()('POST', '/v1/auth', { token: apiKey })
    const session = world.withKey(textAt(opened.body, 'data.session_id'))
    for (const call of [world.call, session]) {
      const { body } = await call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: 'x' })
      expect(at(body, 'data.created_by_uuid')).toBe(apiUser)
    }
  })

  test('an unknown path is a 404, an unknown method a 405 that says which are taken; uuids are taken in any letters', async () => {
    for (const path of ['/v1/nothing', '/v1/projects/', '/v1//projects', '/V1/projects'])
      await refused(world.call('GET', path), 404, 'Not found.')
    for (const [method, path, allowed] of [
      ['DELETE', '/v1/projects', 'GET, HEAD, POST'],
      ['PATCH', `/v1/tasks/${nowhere}`, 'GET, HEAD'],
      ['GET', '/v1/auth', 'POST'],
      ['OPTIONS', '/v1/usage', 'GET, HEAD'],
    ] as const) {
      const { headers } = await refused(world.call(method, path), 405, 'Method not allowed.')
      expect(headers.get('allow')).toBe(allowed)
    }
    const { uuid } = await world.task(await world.project(), 'Map the fields')
    for (const written of [uuid.toUpperCase(), uuid.replace('-', '%2D')])
      expect(at(await world.get(`/v1/tasks/${written}`), 'data.uuid')).toBe(uuid)
  })

  test('a query field that is not known, or given twice, is refused by its name', async () => {
    for (const path of ['/v1/projects', '/v1/usage', `/v1/tasks/${nowhere}`, '/v1/events'])
      await invalid(world.call('GET', `${path}?colour=red`), 'colour', 'Unknown field.')
    await invalid(world.call('GET', '/v1/projects?name=a&name=b'), 'name', expect.any(String))
    for (const limit of ['', ...'0 201 abc 1.5 -1 1&limit=2 0x10 1e2 %205 +5 5%0A'.split(' ')])
      await invalid(
        world.call('GET', `/v1/projects?limit=${limit}`),
        'limit',
        'Must be a whole number from 1 to 200.',
      )
    for (const offset of ['', '-1', '0x10', '1e2', '%205', '1.0', '9'.repeat(20)])
      await invalid(
        world.call('GET', `/v1/projects?offset=${offset}`),
        'offset',
        'Must be a whole number, 0 or more.',
      )
    await world.get('/v1/projects?limit=007&offset=00')
  })

  test('a boolean of a query is written in any of the usual ways', async () => {
    const emails = async (flag: string) => {
      const { body } = await world.call('GET', `/v1/users?limit=200&is_customer_user=${flag}`)
      return listAt(body, 'data.users').map(({ email_address }) => email_address)
    }
    for (const flag of ['True', 'TRUE', '1']) expect(await emails(flag)).toEqual(await emails('true'))
    for (const flag of ['False', 'FALSE', '0']) expect(await emails(flag)).toEqual(await emails('false'))
    for (const flag of ['', 'yes', '2'])
      await invalid(
        world.call('GET', `/v1/users?is_customer_user=${flag}`),
        'is_customer_user',
        'Must be true or false.',
      )
  })
})
