import { describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/service/demo/organization.ts'
import {
  begin,
  created,
  engines,
  integrationUuid,
  receiver,
  subscribe,
  taskNamed,
  treeOf,
  wish,
} from './harness.ts'

const roleOf = (name: string) => uuidOf('role', name)
const fieldOf = (name: string) => uuidOf('data field', name)

describe.each(engines)('creating a project on %s', (engine) => {
  test('a playbook becomes modules, tasks and subtasks in its order, with its dates', async () => {
    const story = await begin(engine)
    const project = await created(story, { account: story.service.demo.accounts.globex.uuid.toUpperCase() })
    const tree = await treeOf(story, project)
    expect(tree.modules.map(({ name, tasks }) => [name, tasks.length])).toEqual([
      ['Kickoff', 3],
      ['Data migration', 4],
      ['Integrations', 2],
      ['Training', 2],
      ['Go-live', 3],
    ])
    const exported = await taskNamed(story, project, 'Export your data')
    expect(exported.subtasks.map(({ name }) => name)).toEqual([
      'Export customers',
      'Export orders',
      'Confirm the numbers of rows',
    ])
    expect(exported.due_date).toBe('2096-12-03')
    expect(tree.project).toMatchObject({
      start_date: '2096-11-23',
      due_date: '2096-12-28',
      project_state: 'Active',
      account: { name: 'Globex' },
    })
  })

  test('the answer carries the uuid and both addresses', async () => {
    const story = await begin(engine)
    const { status, body, headers } = await story.call('POST', '/v1/projects', wish(story))
    const { uuid } = body.data as { uuid: string }
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      data: {
        uuid,
        internal_project_url: `${story.url}/projects/${uuid}`,
        portal_project_url: `${story.url}/portal/projects/${uuid}`,
      },
      metadata: { request_id: headers.get('x-request-id') },
    })
  })

  test('drafts and superseded versions are accepted, archived ones are not found', async () => {
    const story = await begin(engine)
    const { draft, superseded, archived } = story.service.demo.playbooks
    expect((await story.call('POST', '/v1/projects', wish(story, { playbook_uuid: draft }))).status).toBe(200)
    expect(
      (await story.call('POST', '/v1/projects', wish(story, { playbook_uuid: superseded }))).status,
    ).toBe(200)
    const { status, body } = await story.call(
      'POST',
      '/v1/projects',
      wish(story, { playbook_uuid: archived }),
    )
    expect([status, body.message]).toEqual([400, 'Playbook not found.'])
  })

  test('roles are filled by whom the request names, by uuid or email', async () => {
    const story = await begin(engine)
    const project = await created(story, {
      task_roles: {
        [roleOf('implementation lead')]: [story.service.demo.people.sam.uuid],
        [roleOf('customer lead')]: ['Robin@Globex.example'],
      },
    })
    expect((await taskNamed(story, project, 'Hold the kickoff call')).assignee_name).toBe('Sam Okafor')
    expect((await taskNamed(story, project, 'Export your data')).assignee_name).toBe('Robin Silva')
    expect((await taskNamed(story, project, 'Map the fields')).assignee_name).toBeNull()
  })

  test('data fields are written with the project, and every live field has a value of its own', async () => {
    const story = await begin(engine)
    const project = await created(story, { datafields: { [fieldOf('Region')]: 'EMEA' } })
    const { body } = await story.call('PUT', `/v1/projects/${project}/datafield-values`, {})
    const values = (body.data ?? {})['datafield_values'] as { name: string; value: unknown; uuid: string }[]
    expect(values.map(({ name, value }) => [name, value])).toEqual([
      ['Contract value (USD)', null],
      ['Region', 'EMEA'],
      ['Target go-live', null],
      ['Main contact phone', null],
    ])
    expect(new Set(values.map(({ uuid }) => uuid)).size).toBe(4)
  })

  test('invitations and the creation itself are announced', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'project_created', 'project_invitation')
    await created(story, {
      internal_users: ['lee@vendor.example'],
      customer_users: ['robin@globex.example'],
      send_invite_email: true,
      send_invite_email_customers: true,
    })
    const events = await hook.until(4)
    expect(
      events.map(({ event_name, payload }) => [event_name, payload['invited_user']?.['email_address']]),
    ).toEqual([
      ['project_created', undefined],
      ['project_invitation', 'dana@vendor.example'],
      ['project_invitation', 'lee@vendor.example'],
      ['project_invitation', 'robin@globex.example'],
    ])
    expect(events[3]?.payload['invited_user']).toMatchObject({ is_customer: true, customer_name: 'Globex' })
  })

  const refusals: [title: string, changed: Record<string, unknown>, message: string][] = [
    ['an unknown playbook', { playbook_uuid: 'f0f0f0f0-0000-4000-8000-000000000000' }, 'Playbook not found.'],
    ['a blank account', { account: '  ' }, 'Account is required.'],
    ['an account in other letters', { account: 'globex' }, 'Account not found.'],
    ['a part of an account name', { account: 'Glob' }, 'Account not found.'],
    ['an unknown owner', { project_owner: 'nobody@vendor.example' }, 'Project owner invalid.'],
    ['a customer as owner', { project_owner: 'robin@globex.example' }, 'Project owner invalid.'],
    ['a blank owner', { project_owner: '' }, 'Project owner invalid.'],
    [
      'an unknown team member',
      { internal_users: ['lee@vendor.example', 'nobody@vendor.example'] },
      'Internal user not found: nobody@vendor.example',
    ],
    [
      'a customer in the team',
      { internal_users: ['robin@globex.example'] },
      'Internal user not found: robin@globex.example',
    ],
    [
      "another account's contact",
      { customer_users: ['casey@acme.example'] },
      'Customer user not found: casey@acme.example',
    ],
    [
      'an unknown role',
      { task_roles: { 'f0f0f0f0-0000-4000-8000-000000000000': [] } },
      'Task role not found: f0f0f0f0-0000-4000-8000-000000000000',
    ],
    [
      'a task field',
      { datafields: { [fieldOf('Effort (hours)')]: 3, [fieldOf('Region')]: 'EMEA' } },
      `Not project data fields: ${fieldOf('Effort (hours)')}`,
    ],
    [
      'an archived field',
      { datafields: { [fieldOf('Legacy CRM id')]: 'x' } },
      `Not project data fields: ${fieldOf('Legacy CRM id')}`,
    ],
    [
      'a value that the field cannot hold',
      { datafields: { [fieldOf('Contract value (USD)')]: 'much' } },
      'Data field Contract value (USD) cannot be written: must be a number.',
    ],
  ]
  test('what does not resolve is a 400 with its message, and nothing is written', async () => {
    const story = await begin(engine)
    for (const [title, changed, message] of refusals) {
      const { status, body, headers } = await story.call('POST', '/v1/projects', wish(story, changed))
      expect({ title, status, body }).toEqual({
        title,
        status: 400,
        body: {
          success: false,
          message,
          errors: null,
          metadata: { request_id: headers.get('x-request-id') },
        },
      })
    }
    const { body } = await story.call('GET', '/v1/projects?name=globex')
    expect((body.data ?? {})['pagination']).toEqual({ total: 0 })
  })

  const shapes: [title: string, changed: Record<string, unknown>, fields: string[]][] = [
    ['an ISO date', { start_date: '2096-11-23' }, ['start_date']],
    ['a day that is not', { start_date: '02/30/2027' }, ['start_date']],
    ['a due date before the start', { due_date: '11/22/2096' }, ['due_date']],
    ['an over-long name', { name: 'x'.repeat(151) }, ['name']],
    ['unknown fields', { playbook: 'x', colour: 'red' }, ['playbook', 'colour']],
    ['21 team members', { internal_users: Array(21).fill('lee@vendor.example') }, ['internal_users']],
    ['21 customers', { customer_users: Array(21).fill('robin@globex.example') }, ['customer_users']],
    [
      '101 data fields',
      { datafields: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 1])) },
      ['datafields'],
    ],
    [
      'wrong types',
      { name: 7, account: null, send_invite_email: 'yes' },
      ['name', 'account', 'send_invite_email'],
    ],
    ['missing fields', { name: undefined, project_owner: undefined }, ['name', 'project_owner']],
    ['a NUL in a name', { name: 'a\0b' }, ['name']],
  ]
  test('a wrong shape is a 422 that names each field', async () => {
    const story = await begin(engine)
    for (const [title, changed, fields] of shapes) {
      const { status, body } = await story.call('POST', '/v1/projects', wish(story, changed))
      expect({ title, status, fields: body.errors?.map(({ field }) => field) }).toEqual({
        title,
        status: 422,
        fields,
      })
      expect(body).toMatchObject({ success: false, message: expect.any(String), metadata: {} })
    }
  })

  test('an external link is written, found by, and never shown on the project', async () => {
    const story = await begin(engine)
    const project = await created(story)
    const link = { integration_uuid: integrationUuid, external_id: 'deal-42', external_type: 'deal' }
    const made = await story.call('POST', `/v1/projects/${project}/external-links`, link)
    expect(made.body.data).toMatchObject(link)
    const { body } = await story.call('GET', '/v1/projects?external_id=deal-42&limit=1')
    expect(body.data).toMatchObject({ projects: [{ uuid: project }], pagination: { total: 1 } })
    expect(JSON.stringify(body)).not.toContain('deal-42')
    const other = await story.call('GET', '/v1/projects?external_id=deal-4')
    expect(other.body.data).toEqual({ projects: [], pagination: { total: 0 } })
  })
})
