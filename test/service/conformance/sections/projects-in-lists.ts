import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, listAt, isoDay, people, uuid } from '../support/call.ts'
import { integrationUuid } from '../support/server.ts'
import { onEach, type World } from '../support/world.ts'

const itemOf = async ({ get }: World, project: string) =>
  listAt(await get('/v1/projects?limit=200'), 'data.projects').find((one) => one['uuid'] === project)

onEach('projects in lists', (world) => {
  test('the list is an envelope of projects and their total', async () => {
    await world.project()
    const { body, headers } = await world.call('GET', '/v1/projects?limit=1')
    expect(body).toEqual({
      success: true,
      data: { projects: [expect.any(Object)], pagination: { total: expect.any(Number) } },
      metadata: { request_id: headers.get('x-request-id') },
    })
  })

  test('an item has the fields of the interface with their types, and the few of ours', async () => {
    const name = `Item ${randomUUID()}`
    const project = await world.project({ name, start_date: '11/23/2096' })
    expect(await itemOf(world, project)).toEqual({
      uuid: project,
      id: expect.any(String),
      name,
      account: { id: expect.any(String), logo_path: null, name: 'Globex' },
      is_overdue: false,
      percentage: 0,
      performance: expect.any(String),
      project_owner: {
        id: expect.any(String),
        email_address: people.dana,
        full_name: 'Dana Smith',
        profile_pic: null,
      },
      project_state: 'Active',
      start_date: expect.stringMatching(isoDay),
      due_date: expect.stringMatching(isoDay),
      completed_date: null,
      status: { id: expect.any(String), name: 'Not started' },
      internal_project_url: expect.stringMatching(/^http/),
      portal_project_url: expect.stringMatching(/^http/),
    })
    expect(at(await itemOf(world, project), 'start_date')).toBe('2096-11-23')
  })

  test('people move a project from Active to Completed and Archived, and its status follows', async () => {
    const project = await world.project()
    const seen = async () => {
      const item = await itemOf(world, project)
      return [at(item, 'project_state'), at(item, 'status.name'), at(item, 'completed_date') !== null]
    }
    expect(await seen()).toEqual(['Active', 'Not started', false])
    const task = await world.task(project, 'Map the fields')
    await world.as(people.dana)('PATCH', `/tasks/${task.uuid}`, { status: 'Completed' })
    expect(await seen()).toEqual(['Active', 'In progress', false])
    for (const project_state of ['Completed', 'Archived'])
      await world
        .as(people.dana)('PATCH', `/projects/${project}`, { project_state })
        .then(async () => {
          expect(await seen()).toEqual([project_state, project_state, true])
        })
    await world.as(people.dana)('PATCH', `/projects/${project}`, { project_state: 'Active' })
    expect(await seen()).toEqual(['Active', 'In progress', false])
  })

  test('performance is GREEN in time, YELLOW with late tasks, RED when the project is late', async () => {
    const of = async (dates: Record<string, string>) => {
      const item = await itemOf(world, await world.project(dates))
      return [at(item, 'performance'), at(item, 'is_overdue')]
    }
    expect(await of({ start_date: '01/01/2090' })).toEqual(['GREEN', false])
    expect(await of({ start_date: '01/01/2020', due_date: '01/01/2090' })).toEqual(['YELLOW', false])
    expect(await of({ start_date: '01/01/2020', due_date: '02/01/2020' })).toEqual(['RED', true])
  })

  test('percentage is the completed share of all tasks, rounded down', async () => {
    const project = await world.project()
    const task = await world.task(project, 'Map the fields')
    const percentage = async (status: string) => {
      await world.as(people.dana)('PATCH', `/tasks/${task.uuid}`, { status })
      return at(await itemOf(world, project), 'percentage')
    }
    expect([await percentage('Completed'), await percentage('In progress')]).toEqual([7, 0])
  })

  test('a link is written with its fields, found by its external_id, and not shown on the project', async () => {
    const external_id = `deal-${randomUUID()}`
    const project = await world.project()
    const link = {
      integration_uuid: integrationUuid,
      external_id,
      external_type: 'deal',
      external_label: 'Deal 42',
      external_link: 'https://crm.example/deals/42',
    }
    const made = await world.post(`/v1/projects/${project}/external-links`, link)
    expect(at(made, 'data')).toEqual({ uuid: expect.stringMatching(uuid), ...link })
    const found = await world.call('GET', `/v1/projects?external_id=${external_id}`)
    expect(listAt(found.body, 'data.projects').map((one) => one['uuid'])).toEqual([project])
    const all = await world.call('GET', '/v1/projects?limit=200')
    for (const { text } of [found, all]) {
      expect(text).toContain(project)
      expect(text).not.toContain(external_id)
      expect(text).not.toContain('external_')
    }
  })
})
