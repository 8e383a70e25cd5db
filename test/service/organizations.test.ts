import { describe, expect, test } from 'vitest'
import { accounts, field, people, playbooks } from '../../src/service/demo/organization.ts'
import { writeOrganization } from '../../src/service/store/organizations.ts'
import { begin, created, engines, integrationUuid, receiver, subscribe, taskNamed, wish } from './harness.ts'

const otherKey = 'the-key-of-the-others'
const [org, person] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const playbook = '44444444-4444-4444-8444-444444444444'
const { age: _age, ...standard } = playbooks.published

/** A second organization with the names of the first, so that only ids and keys tell them apart. */
const second: Parameters<typeof writeOrganization>[1] = {
  organization: { uuid: org, name: 'Others' },
  accounts: [{ ...accounts.globex, uuid: '33333333-3333-4333-8333-333333333333' }],
  people: [{ ...people.dana, uuid: person }],
  playbooks: [{ ...standard, uuid: playbook, name_search: 'standard onboarding', created_at: 0 }],
  dataFields: [{ ...field('PROJECT', 'Region', 'text'), uuid: '55555555-5555-4555-8555-555555555555' }],
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
    for (const list of ['playbooks', 'users', 'datafields'])
      expect([list, await count(`/v1/${list}`)]).toEqual([list, 1])
    const { body } = await other('GET', '/v1/admin/webhooks')
    expect(body['webhooks']).toEqual([])
  })

  test('nothing of another organization is found by its id, on any endpoint', async () => {
    const { story, other, project } = await both(engine)
    const task = await taskNamed(story, project, 'Map the fields')
    const talked = await taskNamed(story, project, 'Export your data')
    const comment = talked.comments[0]?.uuid
    const link = { integration_uuid: integrationUuid, external_id: 'x' }
    const own = story.as('dana@vendor.example')
    const noted = await own('POST', `/projects/${project}/notes`, { message_plain: 'Ours' })
    const note = `/app/api/notes/${String(noted.body.data?.['uuid'])}`
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
      ['POST', `/app/api/projects/${project}/notes`, { message_plain: 'x' }],
      ['PATCH', note, { message_plain: 'x' }],
      ['DELETE', note],
    ] as const
    for (const [method, path, body] of tries) {
      const { status } = await other(method, path, body)
      expect([method, path, status]).toEqual([method, path, 404])
    }
    const { body: tree } = await own('GET', `/projects/${project}`)
    expect(tree.data?.['notes']).toEqual([noted.body.data])
    const casey = { 'x-acting-user': 'casey@acme.example' }
    expect((await other('GET', `/app/api/projects/${project}`, undefined, casey)).status).toBe(422)
  })

  test('a creation resolves names among its own only', async () => {
    const { story, other } = await both(engine)
    const theirs = { ...wish(story), playbook_uuid: playbook }
    for (const [changed, message] of [
      [{ playbook_uuid: playbooks.published.uuid }, 'Playbook not found.'],
      [{ account: 'Acme Corp' }, 'Account not found.'],
      [{ account: accounts.globex.uuid }, 'Account not found.'],
      [{ project_owner: people.dana.uuid }, 'Project owner invalid.'],
      [{ internal_users: [people.lee.email] }, `Internal user not found: ${people.lee.email}`],
    ] as const)
      expect((await other('POST', '/v1/projects', { ...theirs, ...changed })).body.message).toBe(message)
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
    const theirs = { ...wish(story), playbook_uuid: playbook, name: 'Theirs' }
    await other('POST', '/v1/projects', theirs)
    const [event] = await free.until(1)
    expect(event).toMatchObject({
      object_name: 'Theirs',
      modified: { modified_by: { vendor_name: 'Others' } },
    })
    expect(free.arrived).toHaveLength(1)
  })
})
