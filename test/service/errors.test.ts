import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../src/log.ts'
import { begin, engines, taskNamed } from './harness.ts'

const nowhere = 'f0f0f0f0-0000-4000-8000-000000000000'

/** As bytes, for what `fetch` would not send. */
const raw = (url: string, headers: Record<string, string>, body: Buffer) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

describe.each(engines)('errors on %s', (engine) => {
  test('what is not there is a 404 in the envelope, whatever its id looks like', async () => {
    const story = await begin(engine)
    const paths = [nowhere, 'x', '%00', "'; drop table task; --", 'x'.repeat(400)].flatMap((id) => [
      `/v1/tasks/${encodeURIComponent(id)}`,
      `/v1/comments/${encodeURIComponent(id)}`,
    ])
    for (const path of [...paths, '/v1/nothing']) {
      const { status, body, headers } = await story.call('GET', path)
      expect([path, status === 404 || (path.includes('%2500') && status === 422)]).toEqual([path, true])
      expect(body).toMatchObject({ success: false, metadata: { request_id: headers.get('x-request-id') } })
    }
    const comment = await story.call('POST', `/v1/tasks/${nowhere}/comments`, { message_plain: 'x' })
    expect([comment.status, comment.body.message]).toEqual([404, 'Task not found.'])
  })

  test('bodies that cannot be read are answered in the documented form', async () => {
    const story = await begin(engine)
    const json = { authorization: 'Bearer demo-api-key', 'content-type': 'application/json' }
    const sent: [string, Record<string, string>, Buffer, number][] = [
      ['broken', json, Buffer.from('{"name": '), 400],
      ['empty', json, Buffer.alloc(0), 400],
      ['prototype', json, Buffer.from('{"__proto__": {"x": 1}}'), 422],
      ['text', { ...json, 'content-type': 'text/plain' }, Buffer.from('hello'), 415],
      ['too large', json, Buffer.alloc(1_100_000, 32), 413],
      ['deep', json, Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), 422],
      [
        'deep field',
        json,
        Buffer.from(`{"datafields": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`),
        422,
      ],
      ['an array', json, Buffer.from('[]'), 422],
      ['null', json, Buffer.from('null'), 422],
      ['not UTF-8', json, Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
      ['lone surrogate', json, Buffer.from('{"name": "\\ud800"}'), 422],
    ]
    for (const [title, headers, body, expected] of sent) {
      const { status, text } = await raw(`${story.url}/v1/projects`, headers, body)
      expect([title, status]).toEqual([title, expected])
      const answer = JSON.parse(text) as Record<string, unknown>
      expect(Object.keys(answer).sort()).toEqual(['errors', 'message', 'metadata', 'success'])
      expect(text).not.toMatch(/node_modules|\.ts:\d|Error:/)
    }
  })

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

  test('a blank and an unknown field of a comment are refused by name', async () => {
    const story = await begin(engine)
    const task = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
    const path = `/v1/tasks/${task.uuid}/comments`
    const fields = async (body: unknown) =>
      (await story.call('POST', path, body)).body.errors?.map(({ field }) => field)
    expect(await fields({})).toEqual(['message_plain'])
    expect(await fields({ message_plain: '   ' })).toEqual(['message_plain'])
    expect(await fields({ message_plain: 'x', mentions: [], is_internal: true })).toEqual([
      'mentions',
      'is_internal',
    ])
  })
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
