import { expect, test } from 'vitest'
import { eventNames, readEvent } from '../../../../src/contract/event.ts'
import { at, listAt, textAt, isoTime, people } from '../support/call.ts'
import { onEach } from '../support/world.ts'

const objectOf: Record<string, string> = {
  project: 'PROJECT',
  task: 'TASK',
  subtask: 'SUBTASK',
  comment: 'COMMENT',
  module: 'MODULE',
}

onEach('events', (world) => {
  const dana = world.as(people.dana)

  /** The names of what this work fires, in order. Whoever subscribes can read all of it. */
  const fired = async (work: () => Promise<unknown>) => {
    const events = await world.during(work)
    expect(events.map((event) => readEvent(event).ok)).not.toContain(false)
    return events.map(({ event_name }) => event_name)
  }

  const prepared = async (name = 'Map the fields') => {
    const project = await world.project()
    const modules = await world.modules(project)
    return { project, module: String(modules[0]?.['uuid']), task: await world.task(project, name) }
  }
  const comment = async (task: string, body: Record<string, unknown>) =>
    textAt(await dana('POST', `/tasks/${task}/comments`, body), 'data.uuid')

  test('creating a project posts project_created, as JSON', async () => {
    const all = await world.arrivalsDuring(() => world.project())
    const arrivals = all.filter(({ path }) => path === '/hook')
    expect(arrivals.map(({ method, event }) => [method, event.event_name])).toEqual([
      ['POST', 'project_created'],
    ])
    expect(arrivals[0]?.headers['content-type']).toMatch(/^application\/json/)
  })

  test('changing a project fires project_updated once, reopening it too, and no change nothing', async () => {
    const { project } = await prepared()
    const change = (body: unknown) => dana('PATCH', `/projects/${project}`, body)
    expect(await fired(() => change({ description: 'Other words', value: 5 }))).toEqual(['project_updated'])
    expect(await fired(() => change({ description: 'Other words', value: 5 }))).toEqual([])
    await change({ project_state: 'Completed' })
    expect(await fired(() => change({ project_state: 'Active' }))).toEqual(['project_updated'])
  })

  test('completing and archiving a project fire their own events', async () => {
    const { project } = await prepared()
    const state = (project_state: string) => dana('PATCH', `/projects/${project}`, { project_state })
    expect(await fired(() => state('Completed'))).toEqual(['project_completed'])
    expect(await fired(() => state('Archived'))).toEqual(['project_archived'])
  })

  test('every invitation is an event', async () => {
    const invite = { internal_users: [people.lee], send_invite_email: true }
    expect(await fired(() => world.project(invite))).toEqual([
      'project_created',
      'project_invitation',
      'project_invitation',
    ])
  })

  test('a task is created, updated, completed and deleted, with the progress of its module', async () => {
    const { module } = await prepared()
    let task = ''
    const create = async () => {
      task = textAt(await dana('POST', '/tasks', { module_uuid: module, name: 'One more' }), 'data.uuid')
    }
    const change = (body: unknown) => dana('PATCH', `/tasks/${task}`, body)
    expect(await fired(create)).toEqual(['task_created'])
    expect(await fired(() => change({ name: 'Another' }))).toEqual(['task_updated'])
    expect(await fired(() => change({ name: 'Another', status: 'Not started' }))).toEqual([])
    expect(await fired(() => change({ status: 'In progress' }))).toEqual(['task_updated'])
    expect(await fired(() => change({ status: 'Completed' }))).toEqual(['task_completed', 'module_updated'])
    expect(await fired(() => change({ status: 'In progress' }))).toEqual(['task_updated', 'module_updated'])
    expect(await fired(() => dana('DELETE', `/tasks/${task}`))).toEqual(['task_deleted', 'module_updated'])
  })

  test('a subtask is created, updated, completed and deleted; the last one completes its task', async () => {
    const { task } = await prepared()
    let subtask = ''
    const create = async () => {
      subtask = textAt(await dana('POST', '/subtasks', { task_uuid: task.uuid, name: 'A part' }), 'data.uuid')
    }
    const change = (body: unknown) => dana('PATCH', `/subtasks/${subtask}`, body)
    expect(await fired(create)).toEqual(['subtask_created'])
    expect(await fired(() => change({ name: 'A bigger part' }))).toEqual(['subtask_updated'])
    expect(await fired(() => change({ status: 'Completed' }))).toEqual([
      'subtask_completed',
      'task_completed',
      'module_updated',
    ])
    expect(await fired(() => dana('DELETE', `/subtasks/${subtask}`))).toEqual(['subtask_deleted'])
  })

  test('a comment by the API fires comment_new', async () => {
    const { task } = await prepared()
    const post = () => world.comment(task.uuid, 'Hello')
    expect(await fired(post)).toEqual(['comment_new'])
  })

  test('an answer fires comment_reply alone, and a mention comment_mention for each person', async () => {
    const { task } = await prepared()
    const first = await comment(task.uuid, { message_plain: 'Hello' })
    const reply = { message_plain: 'Yes', replied_to_comment_uuid: first }
    expect(await fired(() => comment(task.uuid, reply))).toEqual(['comment_reply'])
    const events = await world.during(() =>
      comment(task.uuid, { message_plain: '@Robin Silva and @lee@vendor.example, look' }),
    )
    expect(
      events.map(({ event_name, payload }) => [event_name, at(payload, 'mentioned_user.email_address')]),
    ).toEqual([
      ['comment_new', undefined],
      ['comment_mention', people.robin],
      ['comment_mention', people.lee],
    ])
  })

  test('an edit fires comment_updated, a deletion comment_deleted', async () => {
    const { task } = await prepared()
    const uuid = await comment(task.uuid, { message_plain: 'Hello' })
    const edit = () => dana('PATCH', `/comments/${uuid}`, { message_plain: 'Goodbye' })
    expect(await fired(edit)).toEqual(['comment_updated'])
    expect(await fired(edit)).toEqual([])
    expect(await fired(() => dana('DELETE', `/comments/${uuid}`))).toEqual(['comment_deleted'])
  })

  test('a module is updated, and deleted when it is archived', async () => {
    const { module } = await prepared()
    const change = (body: unknown) => dana('PATCH', `/modules/${module}`, body)
    expect(await fired(() => change({ name: 'Start' }))).toEqual(['module_updated'])
    expect(await fired(() => change({ is_archived: true }))).toEqual(['module_deleted'])
  })

  test('adding a module to a project fires module_created', async () => {
    const { project } = await prepared()
    const add = () => dana('POST', '/modules', { project_uuid: project, name: 'Aftercare' })
    expect(await fired(add)).toEqual(['module_created'])
    expect((await world.modules(project)).at(-1)).toMatchObject({ name: 'Aftercare', tasks: [] })
  })

  test('the catalogue has every event once, and the one that never fires; no other can be subscribed to', async () => {
    const catalogue = listAt(await world.get('/v1/events'), 'data.events')
    for (const entry of catalogue)
      expect(entry).toEqual({
        event_id: expect.any(Number),
        type_code: expect.any(String),
        name: expect.any(String),
        object_code: expect.stringMatching(/^(PROJECT|TASK|SUBTASK|MODULE|COMMENT)$/),
      })
    const codes = catalogue.map((entry) => String(entry['type_code']))
    expect(codes.toSorted()).toEqual([...eventNames, 'task_help_requested'].toSorted())
    const hook_url = `${world.hook.url}/help`
    await world.post('/v1/webhooks', { event_code: 'task_help_requested', hook_url })
    for (const event_code of ['nonsense', 'add_project', 'account_note_created', 'COMMENT_NEW'])
      await world.invalid(
        world.call('POST', '/v1/webhooks', { event_code, hook_url }),
        ['event_code'],
        'Unknown event.',
      )
  })

  test('every event has the envelope, with exactly its fields', async () => {
    const { project, module, task } = await prepared()
    const events = await world.during(async () => {
      await comment(task.uuid, { message_plain: 'One' })
      await comment(task.uuid, { message_plain: 'Two' })
      await dana('POST', '/subtasks', { task_uuid: task.uuid, name: 'A part' })
      await dana('PATCH', `/tasks/${task.uuid}`, { status: 'In progress' })
      await dana('PATCH', `/modules/${module}`, { name: 'Start' })
      await dana('PATCH', `/projects/${project}`, { name: 'A project by another name' })
    })
    expect(events).toHaveLength(6)
    const catalogue = listAt(await world.get('/v1/events'), 'data.events')
    for (const event of events) {
      expect(event).toEqual({
        event_id: catalogue.find((entry) => entry['type_code'] === event.event_name)?.['event_id'],
        event_name: event.event_name,
        object_code: objectOf[event.event_name.split('_')[0] ?? ''],
        object_name: expect.stringMatching(/./),
        timestamp: expect.stringMatching(isoTime),
        modified: {
          modified_at: expect.stringMatching(isoTime),
          modified_by: {
            first_name: 'Dana',
            last_name: 'Smith',
            full_name: 'Dana Smith',
            email_address: people.dana,
            vendor_name: expect.stringMatching(/./),
            is_customer: false,
            is_active: true,
          },
        },
        payload: expect.any(Object),
      })
      expect(Number.isInteger(event.event_id)).toBe(true)
    }
    expect(events.map(({ object_name }) => object_name)).toEqual([
      'One',
      'Two',
      'A part',
      'Map the fields',
      'Start',
      'A project by another name',
    ])
    expect(events[0]?.event_id).toBe(events[1]?.event_id)
    const times = events.map(({ timestamp }) => timestamp)
    expect([...new Set(times)].toSorted()).toEqual(times)
    const [byCustomer] = await world.during(() =>
      world.as(people.robin)('POST', `/tasks/${task.uuid}/comments`, { message_plain: 'Three' }),
    )
    expect(byCustomer?.modified.modified_by).toMatchObject({ email_address: people.robin, is_customer: true })
  })

  test('ordered subtasks are completed in their order, demanded answers come first', async () => {
    const ordered = await prepared('Export your data')
    const refuse = async (path: string, body: unknown) => {
      const call = world.call('PATCH', `/app/api${path}`, body, { 'x-acting-user': people.robin })
      const { status, body: answer } = await call
      expect([status, at(answer, 'errors.0.field')]).toEqual([422, 'status'])
    }
    await refuse(`/subtasks/${ordered.task.subtasks[1]?.uuid}`, { status: 'Completed' })
    await world.as(people.robin)('PATCH', `/subtasks/${ordered.task.subtasks[0]?.uuid}`, {
      status: 'Completed',
    })
    await world.as(people.robin)('PATCH', `/subtasks/${ordered.task.subtasks[1]?.uuid}`, {
      status: 'Completed',
    })
    const asked = await prepared('Tell us about your team')
    await refuse(`/tasks/${asked.task.uuid}`, { status: 'Completed' })
    for (const { uuid } of asked.task.subtasks)
      await world.as(people.robin)('PATCH', `/subtasks/${uuid}`, {
        status: 'Completed',
        action_response: 'Yes',
      })
    expect(await world.task(asked.project, 'Tell us about your team')).toMatchObject({ status: 'Completed' })
  })
})
