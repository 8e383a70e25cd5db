import { describe, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../src/contract/api.ts'
import { waitLeft, wasPutBack } from '../../src/contract/dates.ts'
import { projectItemSchema, projectsQuerySchema } from '../../src/contract/project.ts'

const rows = Object.values(endpoints) satisfies Endpoint[] as Endpoint[]
const names = (schema: Endpoint['body']) => Object.keys(schema?.shape ?? {})

describe('the table of endpoints', () => {
  test('holds every row of the interface, and our own extensions', () => {
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/auth',
      'GET /v1/projects',
      'POST /v1/projects',
      'POST /v1/projects/{project_uuid}/external-links',
      'GET /v1/playbooks',
      'GET /v1/datafields',
      'POST /v1/datafield-values',
      'PUT /v1/projects/{project_uuid}/datafield-values',
      'GET /v1/projects/{project_uuid}/tasks',
      'GET /v1/tasks/{task_uuid}/comments',
      'POST /v1/tasks/{task_uuid}/comments',
      'GET /v1/comments/{comment_uuid}',
      'GET /v1/tasks/{task_uuid}',
      'GET /v1/users',
      'GET /v1/events',
      'POST /v1/webhooks',
      'GET /v1/admin/webhooks',
      'POST /v1/admin/webhook/create',
      'GET /v1/usage',
    ])
  })

  test.each(rows)(
    '$method $path: every placeholder is a parameter, and no two inputs share a name',
    (row) => {
      const placeholders = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(names(row.params)).toEqual(placeholders)
      const all = [...names(row.params), ...names(row.query), ...names(row.body)]
      expect(new Set(all).size).toBe(all.length)
    },
  )

  test('only a session is made without an Authorization header, and only GET goes without a body', () => {
    expect(rows.filter(({ open }) => open).map(({ path }) => path)).toEqual(['/v1/auth'])
    for (const { method, body } of rows) expect(body === undefined).toBe(method === 'GET')
  })
})

const minute = 60_000
const hour = 60 * minute

test('a wait is what is left of it, and over when the clock was put back in it', () => {
  expect(waitLeft(hour, 10 * minute, hour + 4 * minute)).toBe(6 * minute)
  expect(waitLeft(hour, 10 * minute, hour + 11 * minute)).toBe(0)
  expect(waitLeft(hour, 10 * minute, 0)).toBe(0)
})

test('the clock of another machine may be ahead by a minute', () => {
  expect(wasPutBack(hour, hour - minute)).toBe(false)
  expect(wasPutBack(hour, hour - minute - 1)).toBe(true)
  expect(waitLeft(hour, 10 * minute, hour - minute)).toBe(11 * minute)
})

test('a project of a list may have the legacy integer id or none, and the fields a newer tracker adds', () => {
  expect(
    projectItemSchema.parse({ name: 'Acme', id: 17, account: { id: 3, name: 'Acme Corp' } }),
  ).toMatchObject({
    id: '17',
    account: { id: '3' },
  })
  expect(projectItemSchema.parse({ name: 'Acme', uuid: 'p1', colour: 'blue' })).toMatchObject({
    colour: 'blue',
  })
})

test('the page of a list is 50 long unless asked otherwise, as text or number', () => {
  expect(projectsQuerySchema.parse({})).toEqual({ limit: 50, offset: 0 })
  expect(projectsQuerySchema.parse({ limit: '200', offset: '10' })).toEqual({ limit: 200, offset: 10 })
  expect(projectsQuerySchema.parse({ limit: 200, offset: 10 })).toEqual({ limit: 200, offset: 10 })
  expect(projectsQuerySchema.safeParse({ limit: true }).success).toBe(false)
})
