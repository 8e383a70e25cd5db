import { describe, expect, test } from 'vitest'
import { clientAt, envelope, tracker, given } from './harness.ts'

const projects = [{ uuid: 'p1', name: 'Acme' }]

describe('a list is read from', () => {
  test.each([
    ['the envelope', envelope({ projects, pagination: { total: 7 } }), 7],
    ['the envelope without a total: it is whole', envelope({ projects }), 1],
    ['the older form at the top', { projects, pagination: { total: 7 } }, 7],
    ['the older form without a total', { projects }, 1],
    ['a bare array in data', { success: true, data: projects }, 1],
    ['a bare array in data with the total beside it', { data: projects, pagination: { total: 7 } }, 7],
    ['a bare array', projects, 1],
  ])('%s', async (_, body, total) => {
    tracker().get('/v1/projects').reply(200, body)
    expect(await clientAt().client.listProjects({})).toEqual({ projects, pagination: { total } })
  })

  test.each([
    ['a full page without a total: there may be more', 2, 3],
    ['a page that is not full: it is the last', 3, 2],
  ])('%s', async (_, limit, total) => {
    const two = [...projects, { uuid: 'p2', name: 'Globex' }]
    tracker().get(`/v1/projects?limit=${limit}`).reply(200, { projects: two })
    expect((await clientAt().client.listProjects({ limit })).pagination).toEqual({ total })
  })

  test('one row where one was asked for: it says only that there is one', async () => {
    tracker().get('/v1/projects?external_id=crm-1&limit=1').reply(200, { projects })
    const reply = await clientAt().client.listProjects({ external_id: 'crm-1', limit: 1 })
    expect(reply.pagination).toEqual({ total: 1 })
  })

  test.each([
    ['whose rows cannot be read', { success: true, data: { projects: [{ uuid: 'p1' }] }, errors: [] }],
    ['without rows', { success: true, data: null, errors: [] }],
  ])('never the errors of an envelope %s', async (_, body) => {
    tracker().get('/v1/projects').reply(200, body)
    await expect(clientAt().client.listProjects({})).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test('projects whose fields beyond the interface are of other types: those are absent', async () => {
    const added = { due_date: 5, completed_date: {}, internal_project_url: 1, portal_project_url: false }
    const rows = [
      { name: 'Acme', uuid: 4, id: 17, ...added },
      { name: 'Globex', uuid: 'p2', id: null },
    ]
    given('/v1/projects', { projects: rows })
    expect((await clientAt().client.listProjects({})).projects).toEqual([
      { name: 'Acme', id: '17' },
      { name: 'Globex', uuid: 'p2' },
    ])
  })

  test.each([{ events: [{ type_code: 'comment_new' }] }, { event_types: [{ type_code: 'comment_new' }] }])(
    'the one array there is, where the interface does not show its key: %j',
    async (data) => {
      given('/v1/events', data)
      expect((await clientAt().client.listEvents({})).events).toEqual([{ type_code: 'comment_new' }])
    },
  )

  test('users of whom little is said', async () => {
    const users = [{ uuid: 'u1', full_name: 'Casey Jones', last_name: null }, { uuid: 'u2' }]
    given('/v1/users', { users })
    expect((await clientAt().client.listUsers({})).users).toEqual(users)
  })

  test('users, although single rows and fields are not as expected', async () => {
    const users = [
      { uuid: 'u1', email_address: null, is_active: 'yes' },
      { uuid: null, email_address: 'casey@acme.example', is_customer: true },
      { uuid: 7, full_name: ['Lee'] },
      null,
      'u4',
    ]
    given('/v1/users', { users })
    expect((await clientAt().client.listUsers({})).users).toEqual([
      { uuid: 'u1' },
      { email_address: 'casey@acme.example', is_customer: true },
      {},
    ])
  })

  test('the legacy webhooks, which have no envelope', async () => {
    const webhooks = [{ id: 1, address: 'https://bot', topic: 'add_project', created_at: '2026-01-01' }]
    tracker().get('/v1/admin/webhooks').reply(200, { webhooks })
    expect((await clientAt().client.listLegacyWebhooks({})).webhooks).toEqual(webhooks)
  })
})

describe('a list with an odd row is read:', () => {
  test.each([
    [
      'an owner without a name: the address names the owner',
      { project_owner: { full_name: null, email_address: 'dana@vendor.example' } },
      { project_owner: { full_name: 'dana@vendor.example', email_address: 'dana@vendor.example' } },
    ],
    ['an owner who is not named at all', { project_owner: { full_name: null } }, {}],
    ['an account without a name', { account: { id: 7, name: null } }, {}],
    [
      'numbers and marks as text',
      { percentage: '50', is_overdue: 'no', status: 3, start_date: 20261231 },
      {},
    ],
    [
      'a uuid in capitals',
      { uuid: '0B9F1D5E-8A53-4C0F-9B7A-2E0C4E6F1A2B' },
      { uuid: '0b9f1d5e-8a53-4c0f-9b7a-2e0c4e6f1a2b' },
    ],
  ])('a project with %s', async (_, facts, read) => {
    given('/v1/projects', { projects: [{ name: 'Acme', ...facts }, ...projects], pagination: { total: '2' } })
    expect(await clientAt().client.listProjects({})).toEqual({
      projects: [{ name: 'Acme', ...read }, ...projects],
      pagination: { total: 2 },
    })
  })

  test.each([[null], ['Acme'], [{ uuid: 'p2' }], [{ name: 7 }], [[]]])(
    'the other rows beside %j',
    async (row) => {
      given('/v1/projects', { projects: [row, ...projects, row] })
      expect((await clientAt().client.listProjects({})).projects).toEqual(projects)
    },
  )
})
