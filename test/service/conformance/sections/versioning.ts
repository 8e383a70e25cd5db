import { expect, test } from 'vitest'
import { at, listAt, textAt, people, uuid } from '../support/call.ts'
import { onEach, type World } from '../support/world.ts'

const legacy = /^(id|\w+_id|\w+_integer_id|integer_id)$/
/** Numbers the kind of an event, and belongs to the envelope; it names no object. */
const isKind = (key: string) => key === 'event_id'

/** Every field of an answer or an event that has the name of a legacy id and holds an integer. */
const integerIds = (value: unknown, path = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    ...(legacy.test(key) && !isKind(key) && /^\d+$/.test(String(inner)) ? [`${path}${key}`] : []),
    ...integerIds(inner, `${path}${key}.`),
  ])
}

/** Something of every kind that the interface answers with. */
const answersOf = async (world: World) => {
  const project = await world.project()
  const task = (await world.task(project, 'Map the fields')).uuid
  const message_plain = 'A comment'
  const comment = await world.comment(task, message_plain)
  const paths = ['projects', 'playbooks', 'datafields', 'users', 'events', `tasks/${task}`, 'usage']
  const read = await Promise.all(paths.map((path) => world.get(`/v1/${path}`)))
  return { project, task, comment, read }
}

/** Events of every family, of one project. */
const eventsOf = async (world: World) => {
  let project = ''
  const events = await world.during(async () => {
    project = await world.project({ send_invite_email: true })
    const task = await world.task(project, 'Export your data')
    const dana = world.as(people.dana)
    const first = await dana('POST', `/tasks/${task.uuid}/comments`, { message_plain: 'One' })
    await dana('POST', `/tasks/${task.uuid}/comments`, {
      message_plain: 'Two',
      replied_to_comment_uuid: textAt(first, 'data.uuid'),
    })
    await dana('PATCH', `/subtasks/${task.subtasks[0]?.uuid}`, { status: 'Completed' })
    await dana('PATCH', `/modules/${String((await world.modules(project))[0]?.['uuid'])}`, { name: 'Start' })
  })
  const named = (name: string) => events.find(({ event_name }) => event_name === name)?.payload
  return { project, events, named }
}

onEach('since 2026-07-31', (world) => {
  test('no answer has an integer id; id is the uuid', async () => {
    const { comment, read, project } = await answersOf(world)
    expect([comment, ...read].flatMap((body) => integerIds(body))).toEqual([])
    const item = listAt(read[0], 'data.projects').find((one) => one['uuid'] === project)
    for (const path of ['id', 'account.id', 'project_owner.id', 'status.id'])
      expect(at(item, path)).toMatch(uuid)
    expect(Object.keys(at(comment, 'data') as object)).not.toContain('replied_to_comment_id')
  })

  test('no event has an integer id, and a project’s uuid is uuid', async () => {
    const { events, named, project } = await eventsOf(world)
    expect(events.length).toBeGreaterThan(5)
    expect(events.flatMap((event) => integerIds(event))).toEqual([])
    expect(at(named('project_created'), 'project.uuid')).toBe(project)
    expect(Object.keys(at(named('project_created'), 'project') as object)).not.toContain('project_uuid')
    for (const field of ['created_by_user_id', 'vendor_id', 'replied_to_comment_id'])
      expect(at(named('comment_reply'), 'comment')).not.toHaveProperty(field)
    expect(named('task_updated')).toMatchObject({ project_uuid: project })
  })
})

onEach(
  'before 2026-07-31',
  (world) => {
    const integer = expect.stringMatching(/^\d+$/)

    test('ids of a list are the legacy ones, as strings, beside the uuid', async () => {
      const { comment, read, project, task } = await answersOf(world)
      expect(listAt(read[0], 'data.projects').find((one) => one['uuid'] === project)).toMatchObject({
        id: integer,
        account: { id: integer },
        project_owner: { id: integer },
        status: { id: integer },
      })
      expect(at(comment, 'data')).toMatchObject({
        id: expect.any(Number),
        created_by_user_id: expect.any(Number),
        vendor_id: expect.any(Number),
        associated_object_uuid: task,
      })
    })

    test('comment events carry the integer ids of author and vendor', async () => {
      const { named } = await eventsOf(world)
      const reply = at(named('comment_reply'), 'comment')
      for (const field of ['created_by_user_id', 'vendor_id', 'replied_to_comment_id'])
        expect([field, Number.isInteger(at(reply, field))]).toEqual([field, true])
    })

    test('a project’s uuid is project_uuid, elsewhere as ever', async () => {
      const { named, project } = await eventsOf(world)
      expect(at(named('project_created'), 'project.project_uuid')).toBe(project)
      expect(Object.keys(at(named('project_created'), 'project') as object)).not.toContain('uuid')
      expect(named('project_invitation')).toMatchObject({ project_uuid: project })
      expect(named('comment_new')).toMatchObject({ comment: { parent_object_uuid: project } })
    })
  },
  { legacyIds: true },
)
