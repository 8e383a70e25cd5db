import { describe, expect, test } from 'vitest'
import { clientAt, comment, envelope, task, tracker, given } from './harness.ts'

describe('a request', () => {
  test('puts each input where its endpoint wants it: path, query, body', async () => {
    tracker()
      .post('/v1/tasks/a%20b%2Fc/comments', { message_plain: 'Grüße & <b>' })
      .matchHeader('content-type', 'application/json')
      .reply(200, envelope(comment))
    tracker('content-type')
      .get('/v1/projects')
      .query({ name: 'Acme & Söhne', limit: '200' })
      .reply(200, envelope({ projects: [], pagination: { total: 0 } }))
    tracker()
      .get('/v1/users')
      .query({ is_customer_user: 'false' })
      .reply(200, envelope({ users: [] }))
    const { client } = clientAt()
    await client.createComment({ task_uuid: 'a b/c', message_plain: 'Grüße & <b>' })
    await client.listProjects({ name: 'Acme & Söhne', limit: 200, external_id: undefined })
    await client.listUsers({ is_customer_user: false })
  })

  test('keeps the path of the base URL', async () => {
    given('/tracker/api/v1/usage', { used: 1 })
    const { client } = clientAt({ baseUrl: 'https://tracker.example.com/tracker/api/' })
    expect(await client.getUsage({})).toEqual({ used: 1 })
  })

  test('an endpoint that takes a body sends one even when it is empty', async () => {
    tracker()
      .put('/v1/projects/p1/datafield-values', {})
      .reply(200, envelope({ datafield_values: [] }))
    expect(await clientAt().client.lookUpDataFieldValues({ project_uuid: 'p1' })).toMatchObject({
      datafield_values: [],
    })
  })
})

describe('one object is read from', () => {
  test.each([
    ['{success, data, metadata}', envelope(comment)],
    ['{data}', { data: comment }],
    ['{data: {comment}}', { data: { comment } }],
    ['{comment}', { comment }],
    ['the bare object', comment],
  ])('%s', async (_, body) => {
    tracker().get('/v1/comments/c1').reply(200, body)
    expect(await clientAt().client.getComment({ comment_uuid: 'c1' })).toEqual(comment)
  })

  test.each([
    ['{data: {usage}}', { data: { usage: { used: 3 } } }],
    ['{data}', { data: { used: 3 } }],
    ['the bare object', { used: 3 }],
  ])('%s where all of its fields are optional', async (_, body) => {
    tracker().get('/v1/usage').reply(200, body)
    expect(await clientAt().client.getUsage({})).toEqual({ used: 3 })
  })

  test.each([
    [200, ''],
    [201, '{"success":true}'],
    [204, ''],
    [200, '{"data":null}'],
    [200, '{"data":[]}'],
    [200, '{"data":{"uuid":7,"event_code":null}}'],
  ])('an answer whose body the interface does not show: %i %j', async (status, body) => {
    tracker().post('/v1/webhooks').reply(status, body)
    const { client } = clientAt()
    const made = client.createWebhook({ event_code: 'comment_new', hook_url: 'https://bot.example.com/h' })
    await expect(made).resolves.toBeTypeOf('object')
  })

  test('an external link whose answer says only that it was made', async () => {
    tracker().post('/v1/projects/p1/external-links').reply(201, '{"success":true}')
    const link = { project_uuid: 'p1', integration_uuid: 'i1', external_id: 'C1/acme' }
    await expect(clientAt().client.createExternalLink(link)).resolves.toBeTypeOf('object')
  })

  const readTask = async (facts: object) => {
    given('/v1/tasks/t1', { ...task, ...facts })
    return clientAt().client.getTask({ task_uuid: 't1' })
  }

  test('a task whose fields beyond the interface are of other types: those are absent', async () => {
    const other = { status: 3, detail: {}, due_date: 20261231, assignee_name: ['Lee'], module_name: 5 }
    const more = { uuid: 7, is_archived: 'no', portal_project_url: false, module_uuid: {} }
    const project = { ...task.project, uuid: 4 }
    const { name, ...read } = await readTask({ ...other, ...more, project })
    expect({ ...read, project: read.project.name }).toEqual({ project: task.project.name })
    expect(name).toBe(task.name)
  })

  test.each([
    ['status', { id: 1, name: 'In progress' }, 'In progress'],
    ['module_uuid', 5, '5'],
    ['is_internal', true, true],
    ['is_internal', false, false],
    ['is_internal', 1, true],
    ['is_internal', 'false', true],
    ['is_internal', {}, true],
    ['is_internal', null, null],
    ['is_internal', 0, undefined],
    ['is_internal', '', undefined],
  ] as const)(
    'a task’s %s %j, read as %j: what is neither true nor false hides a task',
    async (field, said, read) => {
      expect((await readTask({ [field]: said }))[field]).toBe(read)
    },
  )

  test('usage of whose shape nothing is known', async () => {
    given('/v1/usage', { used: '3', month: 11, plan: 'gold' })
    expect(await clientAt().client.getUsage({})).toEqual({ plan: 'gold' })
  })
})

describe('a write of data-field values', () => {
  const failuresIn = async (body: object) => {
    tracker().post('/v1/datafield-values').reply(200, body)
    return (await clientAt().client.writeDataFieldValues({ updates: { v1: 'x' } })).failures
  }

  test.each([
    [['Region: not allowed'], [{ message: 'Region: not allowed' }]],
    [[{ uuid: 'v1', message: null }], [{ uuid: 'v1' }]],
    [[{ uuid: null, message: 'no' }], [{ message: 'no' }]],
    [[{ uuid: 7, error: 'no' }], [{ message: 'no', error: 'no' }]],
    [
      [3, null],
      [{}, {}],
    ],
    ['no', [{ message: 'no' }]],
    [{ v1: 'no' }, [{ v1: 'no' }]],
  ])('whose failures are %j is refused', async (failures, read) => {
    expect(await failuresIn(envelope({ failures }))).toEqual(read)
    expect(await failuresIn({ success: true, failures })).toEqual(read)
  })

  test.each([{}, { failures: [] }, { failures: null }, { failures: {} }, { updated: ['v1'], dry_run: 'no' }])(
    'that answers %j is done',
    async (data) => {
      expect((await failuresIn(envelope(data))) ?? []).toEqual([])
    },
  )

  test('that answers with rows instead of an object is not taken as done', async () => {
    await expect(failuresIn(envelope([{ uuid: 'v1', error: 'no' }]))).rejects.toMatchObject({
      kind: 'unexpected',
    })
  })
})

test('a call that needs no input may leave it out', async () => {
  given('/v1/usage', { used: 3 })
  given('/v1/users', { users: [] })
  const { client } = clientAt()
  expect(await client.getUsage()).toEqual({ used: 3 })
  expect(await client.listUsers()).toMatchObject({ users: [] })
})
