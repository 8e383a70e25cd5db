import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, listAt, textAt, apiUser, people, words } from '../support/call.ts'
import { id, payloadsOf, time } from '../support/asks.ts'
import { integrationUuid } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('payloads of projects, comments and modules', (world) => {
  const dana = world.as(people.dana)
  const payloadOf = payloadsOf(world)

  test('a project event has exactly the fields of its table', async () => {
    const name = `Payload ${randomUUID()}`
    const fields = listAt(await world.get('/v1/datafields'), 'data.datafields')
    const region = String(fields.find((field) => field['name'] === 'Region')?.['uuid'])
    let project = ''
    const created = await payloadOf('project_created', async () => {
      project = await world.project({ name, start_date: '11/23/2096', datafields: { [region]: 'EMEA' } })
    })
    const values = await world.values(project)
    const facts = {
      uuid: project,
      name,
      description: words,
      status: 'Not started',
      owner_name: 'Dana Smith',
      created_date: time,
      completed_date: null,
      archived_date: null,
      completed_by_name: null,
      archived_by: null,
      completion_progress: '0',
      customer_completion_progress: '0',
      project_duration: '35',
      portal_project_url: expect.stringMatching(new RegExp(`^http.*/portal/.*${project}$`)),
      internal_project_url: expect.stringMatching(new RegExp(`^http.*${project}$`)),
      value: null,
      account: { uuid: id, name: 'Globex' },
      data_fields: values.map(({ uuid, name, value }) => ({ uuid, name, value })),
      tags: [],
      external_objects: [],
    }
    expect(created).toEqual({ project: facts })
    expect(values.find((value) => value['name'] === 'Region')?.['value']).toBe('EMEA')

    const link = {
      integration_uuid: integrationUuid,
      external_id: randomUUID(),
      external_type: 'deal',
      external_label: 'Deal 42',
      external_link: 'https://crm.example/42',
    }
    await world.post(`/v1/projects/${project}/external-links`, link)
    const task = await world.task(project, 'Review the contract for special terms')
    await dana('PATCH', `/tasks/${task.uuid}`, { status: 'Completed' })
    await dana('PATCH', `/projects/${project}`, { value: 12.5, description: 'Other words' })
    const changed = {
      ...facts,
      description: 'Other words',
      value: 12.5,
      completion_progress: '7',
      external_objects: [expect.objectContaining(link)],
    }
    const state = (project_state: string) => () => dana('PATCH', `/projects/${project}`, { project_state })
    const completed = {
      ...changed,
      status: 'Completed',
      completed_date: time,
      completed_by_name: 'Dana Smith',
    }
    expect(await payloadOf('project_completed', state('Completed'))).toEqual({ project: completed })
    const archived = { ...completed, status: 'Archived', archived_date: time, archived_by: 'Dana Smith' }
    expect(await payloadOf('project_archived', state('Archived'))).toEqual({ project: archived })
  })

  test('the customer’s progress leaves internal tasks out', async () => {
    const project = await world.project()
    const task = await world.task(project, 'Map the fields')
    await dana('PATCH', `/tasks/${task.uuid}`, { status: 'Completed' })
    const payload = await payloadOf('project_updated', () =>
      dana('PATCH', `/projects/${project}`, { value: 1 }),
    )
    expect([
      at(payload, 'project.completion_progress'),
      at(payload, 'project.customer_completion_progress'),
    ]).toEqual(['7', '9'])
  })

  test('an invitation names the project and who is invited', async () => {
    const name = `Invitation ${randomUUID()}`
    const wish = { name, customer_users: [people.robin], send_invite_email_customers: true }
    const payload = await payloadOf('project_invitation', () => world.project(wish))
    expect(payload).toEqual({
      project_uuid: id,
      project_name: name,
      invited_user: {
        uuid: id,
        first_name: 'Robin',
        last_name: 'Silva',
        full_name: 'Robin Silva',
        customer_name: 'Globex',
        vendor_name: words,
        is_customer: true,
        email_address: people.robin,
        user_role: words,
      },
    })
    const team = await payloadOf('project_invitation', () => world.project({ send_invite_email: true }))
    expect(team).toMatchObject({ invited_user: { is_customer: false, email_address: people.dana } })
  })

  test('a comment event carries the comment as the API shows it, by which its author is known', async () => {
    const project = await world.project()
    const task = await world.task(project, 'Map the fields')
    let made: unknown
    const payload = await payloadOf('comment_new', async () => {
      const message_plain = 'One & two\n<!channel> <b>'
      made = await world.comment(task.uuid, message_plain)
    })
    expect(payload).toEqual({ comment: at(made, 'data') })
    expect(at(payload, 'comment')).toMatchObject({
      uuid: id,
      created_by_uuid: apiUser,
      message_rtf: '<p>One &amp; two<br>&lt;!channel&gt; &lt;b&gt;</p>',
      associated_object_uuid: task.uuid,
      parent_object_uuid: project,
    })
    const path = `/comments/${textAt(made, 'data.uuid')}`
    const edited = await payloadOf('comment_updated', () => dana('PATCH', path, { message_plain: 'Three' }))
    expect(at(edited, 'comment')).toEqual({
      ...(at(made, 'data') as object),
      message_plain: 'Three',
      message_rtf: '<p>Three</p>',
      edited_at: time,
    })
    const deleted = await payloadOf('comment_deleted', () => dana('DELETE', path))
    expect(at(deleted, 'comment.uuid')).toBe(textAt(made, 'data.uuid'))
    const other = await payloadOf('comment_new', () =>
      world.as(people.robin)('POST', `/tasks/${task.uuid}/comments`, { message_plain: 'Mine' }),
    )
    expect(at(other, 'comment.created_by_uuid')).not.toBe(apiUser)
  })

  test('a module event has exactly the fields of its list', async () => {
    const name = `Modules ${randomUUID()}`
    const project = await world.project({ name })
    const module = (await world.modules(project)).at(-1)
    const change = (body: unknown) => () => dana('PATCH', `/modules/${String(module?.['uuid'])}`, body)
    const facts = {
      project_uuid: project,
      project_name: name,
      module: {
        uuid: module?.['uuid'],
        name: 'Launch',
        customer_portal_name: 'Going live',
        is_archived: false,
        created_date: time,
        created_by_user_name: 'API User',
        modified_by_user_name: 'Dana Smith',
        modified_date: time,
        completion_progress: '0',
      },
    }
    expect(await payloadOf('module_updated', change({ name: 'Launch' }))).toEqual(facts)
    const task = await world.task(project, 'Go live')
    const progress = await payloadOf('module_updated', () =>
      dana('PATCH', `/tasks/${task.uuid}`, { status: 'Completed' }),
    )
    expect(at(progress, 'module.completion_progress')).toBe('33')
    expect(await payloadOf('module_deleted', change({ is_archived: true }))).toMatchObject({
      module: { uuid: module?.['uuid'], is_archived: true, completion_progress: '33' },
    })
  })
})
