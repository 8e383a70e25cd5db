import { describe, expect, test } from 'vitest'
import { clientAt, envelope, tracker } from './harness.ts'

const projects = [{ uuid: 'p1', name: 'Acme' }]

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
    tracker()
      .get('/v1/projects')
      .reply(
        200,
        envelope({ projects: [{ name: 'Acme', ...facts }, ...projects], pagination: { total: '2' } }),
      )
    expect(await clientAt().client.listProjects({})).toEqual({
      projects: [{ name: 'Acme', ...read }, ...projects],
      pagination: { total: 2 },
    })
  })

  test.each([[null], ['Acme'], [{ uuid: 'p2' }], [{ name: 7 }], [[]]])(
    'the other rows beside %j',
    async (row) => {
      tracker()
        .get('/v1/projects')
        .reply(200, envelope({ projects: [row, ...projects, row] }))
      expect((await clientAt().client.listProjects({})).projects).toEqual(projects)
    },
  )
})
