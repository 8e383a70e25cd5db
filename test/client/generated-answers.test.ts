import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemOf, readReply } from '../../src/client/read-reply.ts'
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/api.ts'
import { ApiProblem } from '../../src/contract/problem.ts'
import { oddValues } from '../contract/odd-values.ts'
import { comment, envelope, refusal, task } from './harness.ts'

const asked = {
  getComment: comment,
  createComment: comment,
  getTask: task,
  listProjects: { projects: [{ uuid: 'p1', name: 'Acme' }], pagination: { total: 1 } },
  listUsers: { users: [{ uuid: 'u1', email_address: 'dana@vendor.example' }], pagination: { total: 1 } },
} as const

const rows = (list: string) => (record: object) => ({ [list]: [record] })

/** A record of each kind, in the answer that holds it, and the fields without which it is none. */
const records: readonly [EndpointName, object, string[], ((record: object) => object)?][] = [
  ['getComment', comment, ['uuid']],
  ['getTask', { ...task, status: 'Open', due_date: '2026-12-31', is_internal: false }, []],
  [
    'createProject',
    { uuid: 'p1', internal_project_url: 'https://a', portal_project_url: 'https://b' },
    ['uuid'],
  ],
  [
    'listProjects',
    { uuid: 'p1', name: 'Acme', project_state: 'Active', account: { name: 'A' } },
    [],
    rows('projects'),
  ],
  ['listUsers', { uuid: 'u1', full_name: 'Dana', email_address: 'dana@vendor.example' }, [], rows('users')],
  ['listPlaybooks', { uuid: 'b1', name: 'Standard', description: '' }, ['uuid'], rows('playbooks')],
  [
    'listDataFields',
    { uuid: 'd1', name: 'Region', object_type: 'PROJECT', object_type_code: 1 },
    ['uuid'],
    rows('datafields'),
  ],
  [
    'lookUpDataFieldValues',
    { uuid: 'v1', datafield_uuid: 'd1', name: 'Region', value: 1 },
    ['uuid', 'datafield_uuid'],
    rows('datafield_values'),
  ],
  ['createWebhook', { uuid: 'w1', event_code: 'comment_new', hook_url: 'https://a' }, []],
  ['createExternalLink', { uuid: 'l1', external_id: 'x' }, []],
  ['getUsage', { month: '2026-11', used: 1, quota: 2, remaining: 1 }, []],
]

test.each(records)(
  'a record of %s may lack any field, or have it as null',
  (name, record, needed, inAnswer = (one) => one) => {
    for (const field of Object.keys(record)) {
      const ends = [null, undefined].map((value) =>
        outcome(endpoints[name], 200, envelope(inAnswer({ ...record, [field]: value }))),
      )
      for (const end of ends) expect([field, 'value' in end]).toEqual([field, !needed.includes(field)])
    }
  },
)

const names = Object.keys(asked) as (keyof typeof asked)[]

const odd = fc.constantFrom<unknown>(...oddValues, 'secret page')
const statuses = fc.constantFrom(200, 201, 204, 301, 400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503)

const changed = (value: object, at: number, field: unknown): object => {
  const keys = Object.keys(value)
  return { ...value, [keys[at % keys.length] ?? '']: field }
}

const outcome = (endpoint: Endpoint, status: number, body: unknown) => {
  const answer = { status, headers: {}, body }
  try {
    const problem = problemOf(endpoint, answer, (text) => text)
    if (problem) throw problem
    return { value: readReply(endpoint, answer) }
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    return { kind: problem.kind, message: problem.message }
  }
}

test('10,000 generated answers: each is read in its endpoint’s form, or ends as a problem of a known kind', () => {
  const generated = fc.record({
    name: fc.constantFrom(...names),
    status: statuses,
    field: odd,
    at: fc.nat({ max: 20 }),
    form: fc.constantFrom('whole', 'odd field', 'odd row', 'odd envelope', 'not the tracker’s', 'refusal'),
  })
  const bodyOf = (value: object, form: string, at: number, field: unknown): unknown => {
    if (form === 'whole') return envelope(value)
    if (form === 'odd field') return envelope(changed(value, at, field))
    if (form === 'odd row') return envelope([value, field])
    if (form === 'odd envelope') return changed(envelope(value), at, field)
    return form === 'refusal' ? changed(refusal('Not found.'), at + 2, field) : field
  }
  fc.assert(
    fc.property(generated, ({ name, status, field, at, form }) => {
      const endpoint: Endpoint = endpoints[name]
      const end = outcome(endpoint, status, bodyOf(asked[name], form, at, field))
      if ('value' in end) expect(endpoint.reply.safeParse(end.value).success).toBe(true)
      else expect(end.message.length).toBeLessThanOrEqual(500)
      if (form === 'whole' && status < 300) expect(end).toHaveProperty('value')
      // Only the tracker itself can say that something is not there.
      if (form === 'not the tracker’s' && 'kind' in end) {
        expect(end.kind).not.toBe('not-found')
        expect(end.message).not.toContain('secret page')
      }
    }),
    { numRuns: 10_000 },
  )
})
