import { expect, test } from 'vitest'
import { at, problem, nowhere, words } from '../support/call.ts'
import { dropTable, integrationUuid } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('errors', (world) => {
  test('refusals and successes are envelopes with a request id that is also in the header, never twice the same', async () => {
    const seen = [
      await world.call('GET', '/v1/playbooks'),
      await world.call('POST', '/v1/projects', await world.wish({ account: 'Nobody' })),
      await world.call('POST', '/v1/projects', {}),
      await world.call('GET', `/v1/tasks/${nowhere}`),
      await world.call('GET', '/v1/nothing'),
      await world.call('POST', '/v1/projects', '{oops'),
    ]
    expect(seen.map(({ status }) => status)).toEqual([200, 400, 422, 404, 404, 400])
    const ids = seen.map(({ body }) => at(body, 'metadata.request_id'))
    expect(ids).toEqual(seen.map(({ headers }) => headers.get('x-request-id')))
    expect(new Set(ids).size).toBe(seen.length)
    for (const answer of seen.slice(1))
      expect(answer.body).toEqual(problem(answer, words, answer.status === 422 ? expect.any(Array) : null))
  })

  test('a 422 names every field that is wrong, each with its message', async () => {
    const answer = await world.call('POST', '/v1/projects', {
      playbook_uuid: nowhere,
      account: 'Globex',
      name: 'x'.repeat(151),
      start_date: '2026-11-23',
      project_owner: 7,
      internal_users: Array(21).fill('lee@vendor.example'),
      colour: 'red',
    })
    await world.invalid(answer, ['name', 'start_date', 'project_owner', 'internal_users', 'colour'])
    expect(at(answer.body, 'errors.1.message')).toBe('Must be a date in the format MM/DD/YYYY.')
    expect(at(answer.body, 'errors.4.message')).toBe('Unknown field.')
    const webhook = { topic: 'nonsense', address: 'nonsense' }
    const nested = await world.call('POST', '/v1/admin/webhook/create', { webhook })
    expect([at(nested.body, 'errors.0.field'), at(nested.body, 'errors.1.field')]).toEqual([
      'webhook.topic',
      'webhook.address',
    ])
  })

  test('wrong fields of the query and of the body are named together, so are the event and the receiver', async () => {
    const ftp = 'ftp://hooks.example/x'
    for (const [path, body, fields] of [
      ['/v1/webhooks', { event_code: 'nope', hook_url: ftp }, ['event_code', 'hook_url']],
      ['/v1/webhooks', { event_code: 'nope', hook_url: 'nope' }, ['event_code', 'hook_url']],
      ['/v1/webhooks?colour=red', { event_code: 7, hook_url: ftp }, ['colour', 'event_code', 'hook_url']],
      [
        '/v1/admin/webhook/create',
        { webhook: { topic: 'nope', address: ftp } },
        ['webhook.topic', 'webhook.address'],
      ],
      [`/v1/tasks/${nowhere}/comments?colour=red`, {}, ['colour', 'message_plain']],
    ] as const)
      expect(await world.wrong(world.call('POST', path, body))).toEqual([422, ...fields])
  })

  test('a body that is not JSON, or empty, is a 400', async () => {
    const create = (body: unknown) => world.call('POST', '/v1/projects', body)
    await world.refused(create('{"name": '), 400, 'The body is not valid JSON.')
    await world.refused(create(''), 400, 'The body is empty.')
    await world.invalid(world.call('POST', '/v1/auth'), ['token'], 'This field is required.')
    for (const body of ['null', '[]', '7', '"x"'])
      expect([body, (await create(body)).status]).toEqual([body, 422])
  })

  test('a body over 1 MiB is a 413, one of another type a 415', async () => {
    const large = { name: 'x'.repeat(1_100_000) }
    await world.refused(world.call('POST', '/v1/projects', large), 413, 'The body is too large.')
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const answer = world.call('POST', '/v1/projects', 'name=x', { 'content-type': type })
      await world.refused(answer, 415, 'The body must be JSON.')
    }
  })

  test('a NUL character is refused at its field', async () => {
    for (const [changed, field] of [
      [{ name: 'a\0b' }, 'name'],
      [{ datafields: { [nowhere]: ['a', 'b\0'] } }, `datafields.${nowhere}.1`],
    ] as const) {
      const answer = world.call('POST', '/v1/projects', await world.wish(changed))
      await world.invalid(answer, [field], 'Must not contain a NUL character.')
    }
  })
})

onEach(
  'a failure of the server',
  (world) => {
    test('is a 500 that says nothing of its cause', async () => {
      const project = await world.project()
      await dropTable(world.databaseUrl, 'external_link')
      const link = { integration_uuid: integrationUuid, external_id: 'x' }
      for (const answer of [
        await world.call('POST', '/v1/projects', await world.wish()),
        await world.call('POST', `/v1/projects/${project}/external-links`, link),
        await world.call('GET', '/v1/projects?external_id=x'),
      ]) {
        await world.refused(answer, 500, expect.stringMatching(/^Something/))
        expect(answer.text).not.toMatch(/external_link|node_modules|\.ts|SQL/)
      }
    })
  },
  {},
)
