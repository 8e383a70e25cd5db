import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { at, listAt, problem } from '../support/call.ts'
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
      const answer = await send(packed, { 'content-encoding': encoding })
      expect([answer.status, answer.body]).toEqual([415, problem(answer, 'The body must not be compressed.')])
    }
    expect((await send('{}', { 'content-encoding': 'identity' })).status).toBe(422)
  })

  test('a body that is not UTF-8 is a 400; what its type says of letters changes nothing', async () => {
    const latin = new Uint8Array(Buffer.from('{"name":"Caf\u00e9"}', 'latin1'))
    const answer = await send(latin, { 'content-type': 'application/json; charset=iso-8859-1' })
    expect([answer.status, answer.body]).toEqual([400, problem(answer, 'The body is not valid UTF-8.')])
    const named = await send(JSON.stringify(await world.wish()), {
      'content-type': 'application/json; charset=UTF-8',
    })
    expect(named.status).toBe(200)
  })

  test('more than 25,000 values are refused before any is looked at', async () => {
    const many = Object.fromEntries(Array.from({ length: 25_001 }, (_, n) => [`k${n}`, 1]))
    const answer = await send(JSON.stringify(many))
    const errors = [{ field: 'body', message: 'Has too many parts.' }]
    expect([answer.status, answer.body]).toEqual([422, problem(answer, 'Validation failed.', errors)])
  })

  test('of many wrong fields a hundred are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 1]))
    const answer = await send(JSON.stringify(many))
    expect([answer.status, listAt(answer.body, 'errors').length]).toEqual([422, 100])
  })

  test('a path that is not properly encoded is a 400, headers over 16 KiB are a 431', async () => {
    const path = await world.call('GET', '/v1/tasks/%zz')
    expect([path.status, path.body]).toEqual([400, problem(path, 'The path is not properly encoded.')])
    const large = await send('{}', { 'x-large': 'x'.repeat(17_000) })
    expect([large.status, large.body]).toEqual([431, problem(large, 'The headers are too large.')])
  })

  test('a receiver’s URL has up to 2,000 bytes', async () => {
    const put = (length: number) => {
      const hook_url = `${world.hook.url}?x=`.padEnd(length, 'y')
      return world.call('POST', '/v1/webhooks', { event_code: 'module_deleted', hook_url })
    }
    expect((await put(2_000)).status).toBe(200)
    const answer = await put(2_001)
    expect([answer.status, at(answer.body, 'errors.0.field')]).toEqual([422, 'hook_url'])
  })

  test('a date before 1970 or after 2100 is refused for its year', async () => {
    const dates = { start_date: '01/01/2101', due_date: '01/01/0026' }
    const answer = await world.call('POST', '/v1/projects', await world.wish(dates))
    const message = 'The year must be from 1970 to 2100.'
    const errors = Object.keys(dates).map((field) => ({ field, message }))
    expect([answer.status, answer.body]).toEqual([422, problem(answer, 'Validation failed.', errors)])
    const start = { start_date: '01/01/1970' }
    expect((await world.call('POST', '/v1/projects', await world.wish(start))).status).toBe(200)
  })

  test('a start needs room for the playbook until 2100', async () => {
    const create = async (changed: Record<string, unknown>) =>
      world.call('POST', '/v1/projects', await world.wish(changed))
    const answer = await create({ start_date: '12/31/2100' })
    expect([answer.status, at(answer.body, 'errors.0.field')]).toEqual([422, 'start_date'])
    expect((await create({ start_date: '12/31/2100', due_date: '12/31/2100' })).status).toBe(200)
    expect((await create({ start_date: '02/29/2028' })).status).toBe(200)
    expect((await create({ start_date: '02/29/2027' })).status).toBe(422)
  })
})
