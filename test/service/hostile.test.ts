import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/contract/api.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { begin, integrationUuid, type Story, taskNamed, wish } from './harness.ts'
import { anyText } from '../support/any-text.ts'

const text = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    "'; drop table project; --",
    '%',
    '../..',
    '12/31/2026',
    '2026-12-31',
  ),
  fc.uuid(),
)
const anything = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.boolean(),
  fc.array(text, { maxLength: 25 }),
  fc.dictionary(text, text, { maxKeys: 5 }),
)

/** Bodies near the right one: some of its fields, some replaced by anything, some unknown. */
const near = (right: Record<string, unknown>) =>
  fc
    .record({
      keep: fc.subarray(Object.keys(right)),
      changed: fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(right)), text), anything, {
        maxKeys: 3,
      }),
    })
    .map(({ keep, changed }) => ({ ...Object.fromEntries(keep.map((key) => [key, right[key]])), ...changed }))

const rightBodies = (story: Story): Record<string, Record<string, unknown>> => ({
  createProject: wish(story, {
    internal_users: ['lee@vendor.example'],
    customer_users: ['robin@globex.example'],
    task_roles: {},
    datafields: {},
    send_invite_email: true,
  }),
  createExternalLink: { integration_uuid: integrationUuid, external_id: 'x' },
  writeDataFieldValues: { updates: { x: 1 }, dry_run: false },
  lookUpDataFieldValues: { datafield_uuids: [] },
  createComment: { message_plain: 'x' },
  createWebhook: { event_code: 'module_deleted', hook_url: 'http://127.0.0.1:9/' },
  createLegacyWebhook: { webhook: { topic: 'edit_project_note', address: 'http://127.0.0.1:9/' } },
  createSession: { token: 'x' },
})

const documented = new Set([200, 400, 401, 404, 413, 415, 422])

/** Every answer has one of the documented forms, and never a stack. */
const isDocumented = (status: number, answer: string) => {
  expect(documented).toContain(status)
  expect(answer).not.toMatch(/node_modules|\/src\/|\.ts:\d+|SqliteError|syntax error/)
  const body = JSON.parse(answer) as Record<string, unknown>
  if (status === 401) return expect(Object.keys(body)).toEqual(['detail'])
  if (status === 200) return undefined
  expect(Object.keys(body).sort()).toEqual(['errors', 'message', 'metadata', 'success'])
  if (status === 422) expect((body['errors'] as unknown[]).length).toBeGreaterThan(0)
  return undefined
}

const fill = (path: string, ids: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent((ids[name] ?? '').toWellFormed()))

test.each(['sqlite', 'postgres'] as const)(
  'whatever is sent to an endpoint, the answer has a documented form, on %s',
  async (engine) => {
    const story = await begin(engine)
    const { projectUuid } = story.service.demo
    const task = await taskNamed(story, projectUuid, 'Map the fields')
    const ids = { project_uuid: projectUuid, task_uuid: task.uuid, comment_uuid: 'x' }
    const rights = rightBodies(story)
    const send = async (endpoint: Endpoint, path: string, body: string | undefined) => {
      const response = await fetch(story.url + path, {
        method: endpoint.method,
        headers: {
          authorization: 'Bearer demo-api-key',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
      isDocumented(response.status, await response.text())
    }
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const bodies = endpoint.body ? fc.oneof(near(rights[name] ?? {}), anything) : fc.constant(undefined)
      const query = fc.dictionary(
        fc.oneof(fc.constantFrom('limit', 'name', 'external_id', 'is_archived'), text),
        text,
        {
          maxKeys: 2,
        },
      )
      await fc.assert(
        fc.asyncProperty(bodies, query, fc.option(text), async (body, query, id) => {
          const params =
            id === null || id === '' ? ids : { project_uuid: id, task_uuid: id, comment_uuid: id }
          const search = endpoint.query ? `?${new URLSearchParams(query).toString()}` : ''
          await send(
            endpoint,
            fill(endpoint.path, params) + search,
            body === undefined ? undefined : JSON.stringify(body),
          )
        }),
        { numRuns: 60 },
      )
    }
  },
  120_000,
)
