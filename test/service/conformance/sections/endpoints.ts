import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, listAt, textAt, apiUser, nowhere, people, uuid } from '../support/call.ts'
import { integrationUuid } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('endpoints', (world) => {
  const valueOf = async (project: string, name: string) =>
    (await world.values(project)).find((value) => value['name'] === name) ?? {}

  test('a PUT looks up the uuids of a project’s values, all or those of some fields', async () => {
    const project = await world.project()
    const all = await world.values(project)
    const [first] = all
    expect(first).toEqual({
      uuid: expect.stringMatching(uuid),
      datafield_uuid: expect.stringMatching(uuid),
      name: 'Contract value (USD)',
      value: null,
    })
    expect(await world.values(project, { datafield_uuids: [first?.['datafield_uuid']] })).toEqual([first])
    const missing = world.call('PUT', `/v1/projects/${nowhere}/datafield-values`, {})
    await world.refused(missing, 404, 'Project not found.')
  })

  test('values are written only when dry_run is false', async () => {
    const project = await world.project()
    const value = await valueOf(project, 'Region')
    const updates = { [String(value['uuid'])]: 'APAC' }
    const told = { updated: [{ uuid: value['uuid'], value: 'APAC' }], failures: [] }
    const write = async (body: unknown) => at(await world.post('/v1/datafield-values', body), 'data')
    expect(await write({ updates })).toEqual({ dry_run: true, ...told })
    expect(await write({ updates, dry_run: true })).toEqual({ dry_run: true, ...told })
    expect((await valueOf(project, 'Region'))['value']).toBeNull()
    expect(await write({ updates, dry_run: false })).toEqual({ dry_run: false, ...told })
    expect((await valueOf(project, 'Region'))['value']).toBe('APAC')
    for (const [body, field] of [
      [{}, 'updates'],
      [{ updates: [] }, 'updates'],
      [{ updates, dry_run: 'no' }, 'dry_run'],
      [{ updates, force: true }, 'force'],
    ] as const) {
      expect(await world.wrong(world.call('POST', '/v1/datafield-values', body))).toEqual([422, field])
    }
  })

  test('what fails is listed, and what can be written is written all the same', async () => {
    const project = await world.project()
    const [value, region] = [await valueOf(project, 'Contract value (USD)'), await valueOf(project, 'Region')]
    const goLive = await valueOf(project, 'Target go-live')
    const updates = {
      [String(value['uuid'])]: 'much',
      [String(goLive['uuid'])]: '31.12.2026',
      [nowhere]: 1,
      [String(region['uuid'])]: 'EMEA',
    }
    const body = await world.post('/v1/datafield-values', { updates, dry_run: false })
    expect(at(body, 'data')).toEqual({
      dry_run: false,
      updated: [{ uuid: region['uuid'], value: 'EMEA' }],
      failures: [
        { uuid: value['uuid'], message: 'Contract value (USD) must be a number.' },
        { uuid: goLive['uuid'], message: 'Target go-live must be a date in the format YYYY-MM-DD.' },
        { uuid: nowhere, message: 'No such data field value.' },
      ],
    })
    expect((await valueOf(project, 'Region'))['value']).toBe('EMEA')
    expect((await valueOf(project, 'Contract value (USD)'))['value']).toBeNull()
    const emptied = { updates: { [String(region['uuid'])]: null }, dry_run: false }
    await world.post('/v1/datafield-values', emptied)
    expect((await valueOf(project, 'Region'))['value']).toBeNull()
  })

  test('writing a value or a link announces nothing', async () => {
    const project = await world.project()
    const value = await valueOf(project, 'Region')
    const body = { updates: { [String(value['uuid'])]: 'APAC' }, dry_run: false }
    const link = { integration_uuid: integrationUuid, external_id: randomUUID() }
    const fired = await world.during(async () => {
      await world.post('/v1/datafield-values', body)
      await world.post(`/v1/projects/${project}/external-links`, link)
    })
    expect(fired).toEqual([])
    expect((await valueOf(project, 'Region'))['value']).toBe('APAC')
  })

  test('a comment is posted as the API user, and read again', async () => {
    const task = (await world.task(await world.project(), 'Map the fields')).uuid
    const path = `/v1/tasks/${task}/comments`
    const made = await world.post(path, { message_plain: '  Hello  ' })
    expect(at(made, 'data')).toMatchObject({ message_plain: '  Hello  ', created_by_uuid: apiUser })
    const read = await world.call('GET', `/v1/comments/${textAt(made, 'data.uuid')}`)
    expect(read.body).toEqual({
      success: true,
      data: at(made, 'data'),
      metadata: { request_id: read.headers.get('x-request-id') },
    })
    const longest = 'x'.repeat(40_000)
    expect(at(await world.post(path, { message_plain: longest }), 'data.message_plain')).toBe(longest)
    for (const message_plain of [undefined, '', ' \n ', `${longest}x`, 7])
      expect(await world.wrong(world.call('POST', path, { message_plain }))).toEqual([422, 'message_plain'])
    const missing = world.call('POST', `/v1/tasks/${nowhere}/comments`, { message_plain: 'x' })
    await world.refused(missing, 404, 'Task not found.')
  })

  test('a task is read by its uuid; what is not there is not found', async () => {
    const name = `A task's ${randomUUID()}`
    const { uuid: task } = await world.task(await world.project({ name }), 'Map the fields')
    const read = await world.call('GET', `/v1/tasks/${task}`)
    expect(read.body).toEqual({
      success: true,
      data: expect.objectContaining({ name: 'Map the fields', internal_project_url: expect.any(String) }),
      metadata: { request_id: read.headers.get('x-request-id') },
    })
    expect(at(read.body, 'data.project.name')).toBe(name)
    for (const [path, what] of [
      [`/v1/tasks/${nowhere}`, 'Task not found.'],
      ['/v1/tasks/nonsense', 'Task not found.'],
      [`/v1/comments/${nowhere}`, 'Comment not found.'],
    ] as const)
      await world.refused(world.call('GET', path), 404, what)
  })

  test('usage counts this month’s calls against the quota', async () => {
    const usage = async () => at(await world.get('/v1/usage'), 'data')
    const before = await usage()
    expect(before).toEqual({
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      used: expect.any(Number),
      quota: expect.any(Number),
      remaining: Number(at(before, 'quota')) - Number(at(before, 'used')),
    })
    await world.call('GET', '/v1/users')
    expect(at(await usage(), 'used')).toBe(Number(at(before, 'used')) + 2)
  })

  test('one request subscribes to one event', async () => {
    for (const event_code of [['comment_new', 'task_created'], 'comment_new,task_created', '*']) {
      const wish = { event_code, hook_url: 'https://hooks.example/x' }
      expect(await world.wrong(world.call('POST', '/v1/webhooks', wish))).toEqual([422, 'event_code'])
    }
  })

  test('bodies are JSON, both ways, under /v1 alone', async () => {
    for (const path of ['/v1/projects', '/v1/tasks/nonsense', '/v1/usage', '/v1/admin/webhooks']) {
      const { headers, body } = await world.call('GET', path)
      expect([path, headers.get('content-type')]).toEqual([path, expect.stringMatching(/^application\/json/)])
      expect(body).toBeTypeOf('object')
    }
    const wish = JSON.stringify(await world.wish())
    const text = await world.call('POST', '/v1/projects', wish, { 'content-type': 'text/plain' })
    expect(text.status).toBe(415)
    for (const path of ['/v2/playbooks', '/v2/usage', '/v0/usage', '/datafields'])
      expect([path, (await world.call('GET', path)).status]).toEqual([path, 404])
  })

  test('a project is built from a playbook, for an account, with its owner and its people', async () => {
    const project = await world.project({ internal_users: [people.lee], customer_users: [people.robin] })
    const shown = await world.as(people.dana)('GET', `/projects/${project}`)
    expect(at(shown, 'data.project')).toMatchObject({
      account: { name: 'Globex' },
      owner: { email_address: people.dana },
    })
    const modules = listAt(shown, 'data.modules').map((one) => [one['name'], listAt(one, 'tasks').length])
    expect(modules).toEqual([
      ['Kickoff', 3],
      ['Data migration', 4],
      ['Integrations', 2],
      ['Training', 2],
      ['Go-live', 3],
    ])
  })

  test('a project holds modules, tasks with a named status, subtasks, comments and data fields', async () => {
    const project = await world.project()
    const task = await world.task(project, 'Export your data')
    await world.comment(task.uuid, 'Hello')
    expect(await world.task(project, 'Export your data')).toMatchObject({
      status: 'Not started',
      subtasks: [
        { name: 'Export customers', status: 'Not started' },
        { name: 'Export orders', status: 'Not started' },
        { name: 'Confirm the numbers of rows', status: 'Not started' },
      ],
      comments: [{ message_plain: 'Hello' }],
    })
    expect(await world.values(project)).toHaveLength(4)
    for (const status of ['In progress', 'Completed', 'Not started']) {
      await world.as(people.dana)('PATCH', `/tasks/${task.uuid}`, { status })
      const body = await world.get(`/v1/tasks/${task.uuid}`)
      expect(at(body, 'data.status')).toBe(status)
    }
  })
})
