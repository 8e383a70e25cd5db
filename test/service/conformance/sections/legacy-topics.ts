import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { legacyTopics } from '../../../../src/contract/webhook.ts'
import { at, danaUuid, listAt, textAt, isoTime, people } from '../support/call.ts'
import { onEach, type World } from '../support/world.ts'

/** The topics that arrive at an address subscribed to all of them, while this is done. */
const topicsDuring = async (world: World, work: () => Promise<unknown>) =>
  (await world.arrivalsDuring(work))
    .filter(({ path }) => path === '/hook/legacy')
    .map(({ event }) => event.event_name)

onEach('legacy topics', (world) => {
  const dana = world.as(people.dana)
  const subscribe = (topic: unknown) =>
    world.call('POST', '/v1/admin/webhook/create', {
      webhook: { topic, address: `${world.hook.url}/legacy` },
    })

  test('every legacy topic can be subscribed to, and no other', async () => {
    for (const topic of legacyTopics)
      expect(at(await world.good(subscribe(topic)), 'webhook.topic')).toBe(topic)
    for (const topic of ['comment_new', 'nonsense', '', null]) {
      const { status, body } = await subscribe(topic)
      expect([topic, status, at(body, 'errors.0.field')]).toEqual([topic, 422, 'webhook.topic'])
    }
    expect(legacyTopics).toHaveLength(10)
  })

  test('projects are added, edited and completed under the legacy names', async () => {
    for (const topic of legacyTopics) await world.good(subscribe(topic))
    let project = ''
    const create = async () => void (project = await world.project())
    expect(await topicsDuring(world, create)).toEqual(['add_project'])
    const change = (body: unknown) => () => dana('PATCH', `/projects/${project}`, body)
    expect(await topicsDuring(world, change({ name: 'Edited' }))).toEqual(['edit_project'])
    const arrived = await world.arrivalsDuring(change({ project_state: 'Completed' }))
    expect(arrived.map(({ path, event }) => `${path} ${event.event_name}`).toSorted()).toEqual([
      '/hook project_completed',
      '/hook/legacy project_completed',
    ])
    expect(arrived[1]?.event).toEqual(arrived[0]?.event)
  })

  test('steps are added and completed, and move their task', async () => {
    for (const topic of legacyTopics) await world.good(subscribe(topic))
    const project = await world.project()
    const task = await world.task(project, 'Map the fields')
    const add = (name: string) => dana('POST', '/subtasks', { task_uuid: task.uuid, name })
    expect(await topicsDuring(world, () => add('One'))).toEqual(['add_task_step'])
    await add('Two')
    const { subtasks } = await world.task(project, 'Map the fields')
    const complete = (at: number) => () =>
      dana('PATCH', `/subtasks/${subtasks[at]?.uuid}`, { status: 'Completed' })
    expect(await topicsDuring(world, complete(0))).toEqual(['update_step', 'update_task_state'])
    expect(await topicsDuring(world, complete(1))).toEqual([
      'update_step',
      'update_task_state',
      'project_task_completed',
    ])
    const other = await world.task(project, 'Connect the CRM')
    const change = (body: unknown) => () => dana('PATCH', `/tasks/${other.uuid}`, body)
    expect(await topicsDuring(world, change({ name: 'Connect it' }))).toEqual([])
    // Nobody completed anything.
    expect(await topicsDuring(world, change({ status: 'In progress' }))).toEqual([])
    expect(await topicsDuring(world, change({ status: 'Completed' }))).toEqual([
      'update_task_state',
      'project_task_completed',
    ])
  })

  test('project_task_completed waits for the answers that a task requires', async () => {
    for (const topic of legacyTopics) await world.good(subscribe(topic))
    const { uuid, subtasks } = await world.task(await world.project(), 'Tell us about your team')
    const complete = () =>
      world.call('PATCH', `/app/api/tasks/${uuid}`, { status: 'Completed' }, { 'x-acting-user': people.dana })
    expect(await topicsDuring(world, complete)).toEqual([])
    const fired = await topicsDuring(world, async () => {
      for (const step of subtasks)
        await dana('PATCH', `/subtasks/${step.uuid}`, { status: 'Completed', action_response: 'Yes' })
    })
    expect(fired.filter((topic) => topic === 'update_step')).toHaveLength(subtasks.length)
    expect(fired.at(-1)).toBe('project_task_completed')
  })

  test('notes are added, edited and deleted for the team, and under the legacy names alone', async () => {
    for (const topic of legacyTopics) await world.good(subscribe(topic))
    const name = `Notes ${randomUUID()}`
    const project = await world.project({ name })
    const text = (message_plain: string) => ({ message_plain })
    const notes = `/projects/${project}/notes`
    const shown = async () => at(await world.as(people.lee)('GET', `/projects/${project}`), 'data.notes')
    let [added, edited]: unknown[] = []
    const arrived = await world.arrivalsDuring(async () => {
      added = at(await dana('POST', notes, text('A *first*\n<!channel>')), 'data')
      const path = `/notes/${textAt(added, 'uuid')}`
      edited = at(await dana('PATCH', path, text('A second')), 'data')
      expect(at(await dana('PATCH', path, text('A second')), 'data')).toEqual(edited)
      expect(await shown()).toEqual([edited])
      const removed = at(await dana('DELETE', path), 'data')
      expect([removed, await shown()]).toEqual([{ uuid: at(added, 'uuid'), deleted: true }, []])
    })
    expect(added).toEqual({
      uuid: expect.any(String),
      created_by_uuid: danaUuid,
      created_by_name: 'Dana Smith',
      message_plain: 'A *first*\n<!channel>',
      message_rtf: '<p>A <strong>first</strong><br>&lt;!channel&gt;</p>',
      parent_object_uuid: project,
      parent_object_type: 'PROJECT',
      created_at: expect.stringMatching(isoTime),
      edited_at: null,
    })
    const second = { message_plain: 'A second', message_rtf: '<p>A second</p>' }
    expect(edited).toEqual({ ...(added as object), ...second, edited_at: expect.stringMatching(isoTime) })
    expect(arrived.map(({ path, event }) => [path, event.event_name, event.payload])).toEqual([
      ['/hook/legacy', 'add_project_note', { note: added }],
      ['/hook/legacy', 'edit_project_note', { note: edited }],
      ['/hook/legacy', 'delete_project_note', { note: edited }],
    ])
    for (const { event } of arrived)
      expect(event).toMatchObject({
        object_code: 'PROJECT',
        object_name: name,
        modified: { modified_at: event.timestamp, modified_by: { full_name: 'Dana Smith' } },
      })
    const catalogue = listAt(await world.get('/v1/events'), 'data.events')
    const ids = [...catalogue, ...arrived.map(({ event }) => event)].map(({ event_id }) => event_id)
    expect(new Set(ids).size).toBe(catalogue.length + 3)
    const customers = await world.as(people.robin)('GET', `/projects/${project}`)
    expect(at(customers, 'data.notes')).toBeUndefined()
  })
})
