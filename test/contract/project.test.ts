import { describe, expect, test } from 'vitest'
import { projectInput, projectItem, projectsQuery } from '../../src/contract/project.ts'

const input = {
  name: 'Acme Corp – Standard Onboarding',
  playbook_uuid: 'b1',
  account: 'Acme Corp',
  start_date: '06/15/2026',
  due_date: '07/15/2026',
  project_owner: 'dana@vendor.example',
  internal_users: ['lee@vendor.example'],
  customer_users: ['casey@acme.example'],
  task_roles: { r1: ['sam@vendor.example'] },
  datafields: { f1: 'EMEA' },
  send_invite_email: true,
  send_invite_email_customers: true,
}

const refusedFields = (change: Record<string, unknown>) =>
  (projectInput.safeParse({ ...input, ...change }).error?.issues ?? []).map(({ path, code, ...issue }) =>
    path.length > 0 ? path.join('.') : 'keys' in issue ? `${code} ${issue.keys.join()}` : code,
  )

const emails = (count: number) => Array.from({ length: count }, (_, n) => `person${n}@vendor.example`)
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))

describe('the input of a new project', () => {
  test('is taken whole', () => {
    expect(projectInput.parse(input)).toEqual(input)
  })

  test('needs five fields; invitations are off unless asked for', () => {
    const { name, playbook_uuid, account, start_date, project_owner } = input
    const least = { name, playbook_uuid, account, start_date, project_owner }
    expect(projectInput.parse(least)).toEqual({
      ...least,
      send_invite_email: false,
      send_invite_email_customers: false,
    })
    expect(refusedFields(Object.fromEntries(Object.keys(least).map((key) => [key, undefined])))).toEqual(
      Object.keys(least),
    )
  })

  test('an unknown field is refused by name, never dropped', () => {
    expect(refusedFields({ nickname: 'x' })).toEqual(['unrecognized_keys nickname'])
  })

  test('a blank account is left to the tracker, which has its own words for it', () => {
    expect(refusedFields({ account: '' })).toEqual([])
  })

  test.each([
    ['a name of 150 characters', { name: 'x'.repeat(150) }, []],
    ['a name of 151 characters', { name: 'x'.repeat(151) }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a blank name', { name: '   ' }, ['name']],
    ['an ISO start date', { start_date: '2026-06-15' }, ['start_date']],
    ['a day that does not exist', { due_date: '02/30/2026' }, ['due_date']],
    ['20 internal users', { internal_users: emails(20) }, []],
    ['21 internal users', { internal_users: emails(21) }, ['internal_users']],
    ['21 customer users', { customer_users: emails(21) }, ['customer_users']],
    ['100 data fields', { datafields: fields(100) }, []],
    ['101 data fields', { datafields: fields(101) }, ['datafields']],
    [
      'a role with one user instead of an array',
      { task_roles: { r1: 'sam@vendor.example' } },
      ['task_roles.r1'],
    ],
    ['a switch that is text', { send_invite_email: 'true' }, ['send_invite_email']],
    ['null for an optional list', { internal_users: null }, ['internal_users']],
  ])('%s', (_, change, refused) => {
    expect(refusedFields(change)).toEqual(refused)
  })
})

describe('a project of the list', () => {
  test('may have the legacy integer id or none, and the fields a newer tracker adds', () => {
    expect(projectItem.parse({ name: 'Acme', id: 17, account: { id: 3, name: 'Acme Corp' } })).toMatchObject({
      id: '17',
      account: { id: '3' },
    })
    expect(projectItem.parse({ name: 'Acme', uuid: 'p1', colour: 'blue' })).toMatchObject({ colour: 'blue' })
  })
})

describe('the page of a list', () => {
  test('is 50 long unless asked otherwise, as text or number', () => {
    expect(projectsQuery.parse({})).toEqual({ limit: 50, offset: 0 })
    expect(projectsQuery.parse({ limit: '200', offset: '10' })).toEqual({ limit: 200, offset: 10 })
    expect(projectsQuery.parse({ limit: 200, offset: 10 })).toEqual({ limit: 200, offset: 10 })
  })

  test.each(['0', '201', '-1', '1.5', 'all', '0x10', '1e2', ' 5', true])('cannot be %s long', (limit) => {
    expect(projectsQuery.safeParse({ limit }).success).toBe(false)
  })
})
