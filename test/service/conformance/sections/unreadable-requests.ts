import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listAt } from '../support/call.ts'
import { apiKey } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('requests that cannot be taken', (world) => {
  const send = async (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${world.url}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      body,
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown }
  }

  test('a compressed body is a 415', async () => {
    const packed = new Uint8Array(gzipSync(JSON.stringify(await world.wish())))
    for (const encoding of ['gzip', 'br', 'GZIP, identity']) {
      const answer = send(packed, { 'content-encoding': encoding })
      await world.refused(answer, 415, 'The body must not be compressed.')
    }
    expect((await send('{}', { 'content-encoding': 'identity' })).status).toBe(422)
  })

  test('a body that is not UTF-8 is a 400; what its type says of letters changes nothing', async () => {
    const latin = new Uint8Array(Buffer.from('{"name":"Caf\u00e9"}', 'latin1'))
    const answer = send(latin, { 'content-type': 'application/json; charset=iso-8859-1' })
    await world.refused(answer, 400, 'The body is not valid UTF-8.')
    const named = await send(JSON.stringify(await world.wish()), {
      'content-type': 'application/json; charset=UTF-8',
    })
    expect(named.status).toBe(200)
  })

  test('more than 25,000 values are refused before any is looked at', async () => {
    const many = Object.fromEntries(Array.from({ length: 25_001 }, (_, n) => [`k${n}`, 1]))
    await world.invalid(send(JSON.stringify(many)), ['body'], 'Has too many parts.')
  })

  test('of many wrong fields a hundred are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 1]))
    const answer = await send(JSON.stringify(many))
    expect([answer.status, listAt(answer.body, 'errors').length]).toEqual([422, 100])
  })

  test('a path that is not properly encoded is a 400, headers over 16 KiB are a 431', async () => {
    await world.refused(world.call('GET', '/v1/tasks/%zz'), 400, 'The path is not properly encoded.')
    await world.refused(send('{}', { 'x-large': 'x'.repeat(17_000) }), 431, 'The headers are too large.')
  })

  test('a receiver’s URL has up to 2,000 bytes', async () => {
    const put = (length: number) => {
      const hook_url = `${world.hook.url}?x=`.padEnd(length, 'y')
      return world.call('POST', '/v1/webhooks', { event_code: 'module_deleted', hook_url })
    }
    expect((await put(2_000)).status).toBe(200)
    await world.invalid(put(2_001), ['hook_url'])
  })

  test('a date before 1970 or after 2100 is refused for its year', async () => {
    const dates = { start_date: '01/01/2101', due_date: '01/01/0026' }
    const answer = world.call('POST', '/v1/projects', await world.wish(dates))
    await world.invalid(answer, Object.keys(dates), 'The year must be from 1970 to 2100.')
    const start = { start_date: '01/01/1970' }
    expect((await world.call('POST', '/v1/projects', await world.wish(start))).status).toBe(200)
  })

  test('a start needs room for the playbook until 2100', async () => {
    const create = async (changed: Record<string, unknown>) =>
      world.call('POST', '/v1/projects', await world.wish(changed))
    await world.invalid(create({ start_date: '12/31/2100' }), ['start_date'])
    expect((await create({ start_date: '12/31/2100', due_date: '12/31/2100' })).status).toBe(200)
    expect((await create({ start_date: '02/29/2028' })).status).toBe(200)
    expect((await create({ start_date: '02/29/2027' })).status).toBe(422)
  })
})
