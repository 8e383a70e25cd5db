import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, listAt, textAt, isoTime, people, uuid } from '../support/call.ts'
import { onEach } from '../support/world.ts'

onEach('what is listed and read', (world) => {
  test('a playbook is a uuid, a name, a description and a duration, nothing else', async () => {
    const { body, headers } = await world.call('GET', '/v1/playbooks')
    const playbooks = listAt(body, 'data.playbooks')
    expect(playbooks.length).toBeGreaterThan(0)
    expect(body).toEqual({
      success: true,
      data: { playbooks, pagination: { total: playbooks.length } },
      metadata: { request_id: headers.get('x-request-id') },
    })
    for (const one of playbooks)
      expect(one).toEqual({
        uuid: expect.stringMatching(uuid),
        name: expect.stringMatching(/./),
        description: expect.any(String),
        duration_days: expect.any(Number),
      })
  })

  test('a data field has its uuid, name, type and code', async () => {
    const fields = listAt(await world.get('/v1/datafields'), 'data.datafields')
    expect(fields.find((field) => field['name'] === 'Region')).toEqual({
      uuid: expect.stringMatching(uuid),
      name: 'Region',
      object_type: 'PROJECT',
      object_type_code: expect.any(Number),
      field_type: 'choice',
      options: ['North America', 'EMEA', 'APAC'],
      is_archived: false,
    })
    expect(fields.find((field) => field['name'] === 'Effort (hours)')).toMatchObject({ object_type: 'TASK' })
    for (const field of fields) expect(Number.isInteger(field['object_type_code'])).toBe(true)
  })

  test('every live project field has a value from the start, with a uuid of its own', async () => {
    const project = await world.project()
    const values = await world.values(project)
    const query = 'object_type_code=PROJECT&is_archived=false'
    const live = listAt(await world.get(`/v1/datafields?${query}`), 'data.datafields')
    expect(values.map((value) => value['datafield_uuid'])).toEqual(live.map((field) => field['uuid']))
    const uuids = [...values, ...live].map((one) => one['uuid'])
    expect(new Set(uuids).size).toBe(uuids.length)
    for (const value of values) expect(value['value']).toBeNull()
  })

  test('a comment has the fields of the interface with their types, and no others', async () => {
    const project = await world.project()
    const task = await world.task(project, 'Map the fields')
    const message_plain = 'One <two> & three\nfour\n\nfive'
    const made = await world.comment(task.uuid, message_plain)
    const comment = {
      uuid: expect.stringMatching(uuid),
      created_by_uuid: expect.stringMatching(uuid),
      created_by_name: 'API User',
      message_plain,
      message_rtf: '<p>One &lt;two&gt; &amp; three<br>four</p><p>five</p>',
      associated_object_uuid: task.uuid,
      associated_object_type: 'TASK',
      parent_object_uuid: project,
      parent_object_type: 'PROJECT',
      replied_to_comment_uuid: null,
      created_at: expect.stringMatching(isoTime),
      edited_at: null,
    }
    expect(at(made, 'data')).toEqual(comment)
    const reply = await world.as(people.robin)('POST', `/tasks/${task.uuid}/comments`, {
      message_plain: 'A reply',
      replied_to_comment_uuid: textAt(made, 'data.uuid'),
    })
    expect(at(reply, 'data')).toMatchObject({
      created_by_name: 'Robin Silva',
      replied_to_comment_uuid: textAt(made, 'data.uuid'),
    })
    await world.as(people.robin)('PATCH', `/comments/${textAt(reply, 'data.uuid')}`, {
      message_plain: 'Edited',
    })
    const read = await world.get(`/v1/comments/${textAt(reply, 'data.uuid')}`)
    expect(at(read, 'data')).toMatchObject({
      message_plain: 'Edited',
      edited_at: expect.stringMatching(isoTime),
    })
  })

  test('a task has its project, its link and its three booleans', async () => {
    const name = `Of a task ${randomUUID()}`
    const project = await world.project({ name, start_date: '11/23/2096' })
    const { uuid: task } = await world.task(project, 'Tell us about your team')
    expect(at(await world.get(`/v1/tasks/${task}`), 'data')).toEqual({
      uuid: task,
      name: 'Tell us about your team',
      project: { uuid: project, name },
      internal_project_url: expect.stringMatching(new RegExp(`^http.*${project}`)),
      portal_project_url: expect.stringMatching(new RegExp(`^http.*${project}`)),
      subtasks_must_be_completed_in_order: false,
      collect_feedback: false,
      require_all_subtasks_answered: true,
      status: 'Not started',
      detail: expect.any(String),
      due_date: '2096-11-28',
      assignee_name: null,
      is_internal: false,
      is_archived: false,
      module_uuid: expect.stringMatching(uuid),
      module_name: 'Kickoff',
    })
    const ordered = await world.task(project, 'Export your data')
    const asked = await world.task(project, 'Sign off the imported data')
    expect(at(await world.get(`/v1/tasks/${ordered.uuid}`), 'data')).toMatchObject({
      subtasks_must_be_completed_in_order: true,
      collect_feedback: false,
      require_all_subtasks_answered: false,
    })
    expect(at(await world.get(`/v1/tasks/${asked.uuid}`), 'data')).toMatchObject({
      collect_feedback: true,
    })
  })

  test('users are listed with their fields: all, customers, or internal', async () => {
    const listed = async (query: string) => listAt(await world.get(`/v1/users${query}`), 'data.users')
    const all = await listed('')
    const customers = await listed('?is_customer_user=true')
    const internal = await listed('?is_customer_user=false')
    expect(customers.map((one) => one['is_customer'])).not.toContain(false)
    expect(internal.map((one) => one['is_customer'])).not.toContain(true)
    expect([customers.length > 0, internal.length > 0]).toEqual([true, true])
    expect(customers.length + internal.length).toBe(all.length)
    expect(all.find((one) => one['email_address'] === people.robin)).toEqual({
      uuid: expect.stringMatching(uuid),
      first_name: 'Robin',
      last_name: 'Silva',
      full_name: 'Robin Silva',
      email_address: people.robin,
      vendor_name: expect.stringMatching(/./),
      customer_name: 'Globex',
      is_customer: true,
      is_active: true,
      user_role: 'Customer',
    })
    for (const bad of ['maybe', 'yes']) {
      const { status, body } = await world.call('GET', `/v1/users?is_customer_user=${bad}`)
      expect([status, at(body, 'errors.0.field')]).toEqual([422, 'is_customer_user'])
    }
  })

  test('a subscription is an event_code and a hook_url; the same again is the one that is there', async () => {
    const wish = { event_code: 'task_completed', hook_url: `${world.hook.url}/${randomUUID()}` }
    const made = await world.post('/v1/webhooks', wish)
    expect(at(made, 'data')).toEqual({ uuid: expect.stringMatching(uuid), ...wish })
    const again = at(await world.post('/v1/webhooks', wish), 'data')
    expect(again).toEqual({ uuid: at(made, 'data.uuid'), ...wish })
    for (const [changed, field] of [
      [{ hook_url: 'nonsense' }, 'hook_url'],
      [{ hook_url: 'ftp://hooks.example/x' }, 'hook_url'],
      [{ hook_url: undefined }, 'hook_url'],
      [{ event_code: undefined }, 'event_code'],
      [{ event_code: 7 }, 'event_code'],
    ] as const) {
      const answer = world.call('POST', '/v1/webhooks', { ...wish, ...changed })
      expect([changed, ...(await world.wrong(answer))]).toEqual([changed, 422, field])
    }
  })

  test('legacy subscriptions are bare, with an integer id and a date', async () => {
    const webhook = { topic: 'edit_project', address: `${world.hook.url}/${randomUUID()}` }
    const made = await world.post('/v1/admin/webhook/create', { webhook })
    const record = {
      id: expect.any(Number),
      ...webhook,
      created_at: expect.stringMatching(isoTime),
    }
    expect(made).toEqual({ webhook: record })
    expect(Number.isInteger(at(made, 'webhook.id'))).toBe(true)
    const list = await world.get('/v1/admin/webhooks')
    expect(Object.keys(list as object)).toEqual(['webhooks'])
    expect(listAt(list, 'webhooks')).toContainEqual(at(made, 'webhook'))
  })
})

onEach(
  'https, outside development',
  (world) => {
    test('receivers on http, loopback and private addresses are refused', async () => {
      for (const hook_url of [
        'http://hooks.example/x',
        'https://127.0.0.1/x',
        'https://[::1]/x',
        'https://10.1.2.3/x',
        'https://169.254.169.254/latest',
        'https://localhost/x',
      ]) {
        const answer = await world.call('POST', '/v1/webhooks', { event_code: 'comment_new', hook_url })
        expect([hook_url, answer.status, at(answer.body, 'errors.0.field')]).toEqual([
          hook_url,
          422,
          'hook_url',
        ])
      }
      const fine = { event_code: 'comment_new', hook_url: 'https://hooks.example/x' }
      await world.post('/v1/webhooks', fine)
    })
  },
  { privateHooks: false },
)
