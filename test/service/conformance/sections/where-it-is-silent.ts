import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readServiceConfig } from '../../../../src/config/config.ts'
import { at, listAt, textAt, apiUser, nowhere } from '../support/call.ts'
import { itemOf } from '../support/asks.ts'
import { apiKey, remote } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('where the interface is silent', (world) => {
  test('the name of a project stays as it came, up to 150 letters', async () => {
    const name = `  Spaced ${randomUUID()}\t`
    await world.project({ name })
    expect(at(await itemOf(world, name), 'name')).toBe(name)
    const long = '😀'.repeat(150)
    await world.project({ name: long })
    const longer = world.call('POST', '/v1/projects', await world.wish({ name: `${long}!` }))
    await world.invalid(longer, ['name'], expect.stringContaining('150'))
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
      await world.refused(world.call('GET', path), 404, 'Not found.')
    for (const [method, path, allowed] of [
      ['DELETE', '/v1/projects', 'GET, HEAD, POST'],
      ['PATCH', `/v1/tasks/${nowhere}`, 'GET, HEAD'],
      ['GET', '/v1/auth', 'POST'],
      ['OPTIONS', '/v1/usage', 'GET, HEAD'],
    ] as const) {
      const { headers } = await world.refused(world.call(method, path), 405, 'Method not allowed.')
      expect(headers.get('allow')).toBe(allowed)
    }
    const { uuid } = await world.task(await world.project(), 'Map the fields')
    for (const written of [uuid.toUpperCase(), uuid.replace('-', '%2D')])
      expect(at(await world.get(`/v1/tasks/${written}`), 'data.uuid')).toBe(uuid)
  })

  test('a query field that is not known, or given twice, is refused by its name', async () => {
    for (const path of ['/v1/projects', '/v1/usage', `/v1/tasks/${nowhere}`, '/v1/events'])
      await world.invalid(world.call('GET', `${path}?colour=red`), ['colour'], 'Unknown field.')
    await world.invalid(world.call('GET', '/v1/projects?name=a&name=b'), ['name'])
    const find = (query: string) => world.call('GET', `/v1/projects?${query}`)
    for (const limit of ['', ...'0 201 abc 1.5 -1 1&limit=2 0x10 1e2 %205 +5 5%0A'.split(' ')])
      await world.invalid(find(`limit=${limit}`), ['limit'], 'Must be a whole number from 1 to 200.')
    for (const offset of ['', '-1', '0x10', '1e2', '%205', '1.0', '9'.repeat(20)])
      await world.invalid(find(`offset=${offset}`), ['offset'], 'Must be a whole number, 0 or more.')
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
      await world.invalid(
        world.call('GET', `/v1/users?is_customer_user=${flag}`),
        ['is_customer_user'],
        'Must be true or false.',
      )
  })
})
