import { describe, expect, test } from 'vitest'
import { writeOrganization } from '../../src/service/store/organizations.ts'
import { begin, created, engines, integrationUuid, receiver, subscribe, taskNamed, wish } from './harness.ts'

const otherKey = 'the-key-of-the-others'
const org = '11111111-1111-4111-8111-111111111111'
const person = '22222222-2222-4222-8222-222222222222'

/** A second organization with the names of the first, so that only ids and keys tell them apart. */
const second: Parameters<typeof writeOrganization>[1] = {
  organization: { uuid: org, name: 'Others' },
  accounts: [{ uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex' }],
  people: [
    {
      uuid: person,
      first_name: 'Other',
      last_name: 'Dana',
      email: 'dana@vendor.example',
      role: 'Vendor Admin',
      account_uuid: null,
    },
  ],
  playbooks: [
    {
      uuid: '44444444-4444-4444-8444-444444444444',
      name: 'Standard Onboarding',
      name_search: 'standard onboarding',
      description: 'Theirs',
      version: 1,
      state: 'published',
      is_archived: 0,
      duration_days: 10,
      content: '{"roles": [], "modules": [{"name": "Only", "tasks": []}]}',
      created_at: 0,
    },
  ],
  dataFields: [
    {
      uuid: '55555555-5555-4555-8555-555555555555',
      name: 'Region',
      object_type: 'PROJECT',
      kind: 'text',
      choices: '[]',
      is_archived: 0,
    },
  ],
  key: {
    uuid: '66666666-6666-4666-8666-666666666666',
    secret: otherKey,
    label: 'Key',
    person_uuid: person,
  },
  integrationUuid: '77777777-7777-4777-8777-777777777777',
}

const both = async (engine: (typeof engines)[number]) => {
  const story = await begin(engine, { prepare: ({ sql }) => writeOrganization(sql, second, 0) })
  return { story, other: story.withKey(otherKey), project: story.service.demo.projectUuid }
}

describe.each(engines)('organizations on %s', (engine) => {
  test('lists show what is theirs', async () => {
    const { other } = await both(engine)
    const count = async (path: string) =>
      (((await other('GET', path)).body.data ?? {})['pagination'] as { total: number }).total
    expect(await count('/v1/projects')).toBe(0)
    expect(await count('/v1/playbooks')).toBe(1)
    expect(await count('/v1/users')).toBe(1)
    expect(await count('/v1/datafields')).toBe(1)
    const { body } = await other('GET', '/v1/admin/webhooks')
    expect(body['webhooks']).toEqual([])
  })

  test('nothing of another organization is found by its id, on any endpoint', async () => {
    const { story, other, project } = await both(engine)
    const task = await taskNamed(story, project, 'Map the fields')
    const talked = await taskNamed(story, project, 'Export your data')
    const comment = talked.comments[0]?.uuid
    const link = { integration_uuid: integrationUuid, external_id: 'x' }
    const tries = [
      ['GET', `/v1/tasks/${task.uuid}`],
      ['GET', `/v1/comments/${comment}`],
      ['POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: 'x' }],
      ['POST', `/v1/projects/${project}/external-links`, link],
      ['PUT', `/v1/projects/${project}/datafield-values`, {}],
      ['GET', `/app/api/projects/${project}`],
      ['PATCH', `/app/api/projects/${project}`, { name: 'x' }],
      ['PATCH', `/app/api/tasks/${task.uuid}`, { status: 'Completed' }],
      ['DELETE', `/app/api/tasks/${task.uuid}`],
      ['PATCH', `/app/api/subtasks/${talked.subtasks[0]?.uuid}`, { status: 'Completed' }],
      ['POST', `/app/api/tasks/${task.uuid}/comments`, { message_plain: 'x' }],
      ['PATCH', `/app/api/comments/${comment}`, { message_plain: 'x' }],
      ['DELETE', `/app/api/comments/${comment}`],
    ] as const
    for (const [method, path, body] of tries) {
      const { status } = await other(method, path, body)
      expect([method, path, status]).toEqual([method, path, 404])
    }
    const acting = await other('GET', `/app/api/projects/${project}`, undefined, {
      'x-acting-user': 'casey@acme.example',
    })
    expect(acting.status).toBe(422)
  })

  test('a creation resolves names among its own only', async () => {
    const { story, other } = await both(engine)
    const theirs = { ...wish(story), playbook_uuid: '44444444-4444-4444-8444-444444444444' }
    const refused = async (changed: Record<string, unknown>) =>
      (await other('POST', '/v1/projects', { ...theirs, ...changed })).body.message
    expect(await refused({ playbook_uuid: story.service.demo.playbooks.published })).toBe(
      'Playbook not found.',
    )
    expect(await refused({ account: 'Acme Corp' })).toBe('Account not found.')
    expect(await refused({ account: story.service.demo.accounts.globex.uuid })).toBe('Account not found.')
    expect(await refused({ project_owner: story.service.demo.people.dana.uuid })).toBe(
      'Project owner invalid.',
    )
    expect(await refused({ internal_users: ['lee@vendor.example'] })).toBe(
      'Internal user not found: lee@vendor.example',
    )
    expect((await other('POST', '/v1/projects', theirs)).status).toBe(200)
    const { body } = await story.call('GET', '/v1/projects?name=globex')
    expect((body.data ?? {})['pagination']).toEqual({ total: 0 })
  })

  test('events go to their own subscribers, and one that hangs delays only its own', async () => {
    const { story, other } = await both(engine)
    const stuck = await receiver(() => undefined)
    const free = await receiver()
    await subscribe(story, stuck.url, 'project_created')
    await other('POST', '/v1/webhooks', { event_code: 'project_created', hook_url: free.url })
    await created(story)
    await stuck.until(1)
    const theirs = { ...wish(story), playbook_uuid: '44444444-4444-4444-8444-444444444444', name: 'Theirs' }
    await other('POST', '/v1/projects', theirs)
    const [event] = await free.until(1)
    expect(event).toMatchObject({
      object_name: 'Theirs',
      modified: { modified_by: { vendor_name: 'Others' } },
    })
    expect(free.arrived).toHaveLength(1)
  })
})
