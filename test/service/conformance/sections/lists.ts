import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, isoDay, nowhere, people, textAt } from '../support/call.ts'
import { listsOf } from '../support/asks.ts'
import { integrationUuid } from '../support/server.ts'
import { onEach } from '../support/world.ts'

onEach('lists', (world) => {
  const { list, total, names, refused, pages } = listsOf(world)

  const link = (project: string, changed: Record<string, unknown>) =>
    world.call('POST', `/v1/projects/${project}/external-links`, {
      integration_uuid: integrationUuid,
      external_id: randomUUID(),
      ...changed,
    })

  test('external_id finds exactly the projects with that link; a total of 0 means none', async () => {
    const external_id = `A ${randomUUID()}`
    const project = await world.project()
    await world.good(link(project, { external_id }))
    await world.good(link(await world.project(), { external_id: `${external_id}x` }))
    const find = (id: string) => `/v1/projects?external_id=${encodeURIComponent(id)}&limit=1`
    expect((await list(find(external_id), 'projects')).map((one) => one['uuid'])).toEqual([project])
    expect(await total(find(external_id))).toBe(1)
    for (const other of [external_id.slice(0, -1), external_id.toLowerCase(), '%', `${external_id}y`])
      expect([other, await total(find(other)), await list(find(other), 'projects')]).toEqual([other, 0, []])
  })

  test('name finds any part of a name, in any case, and its wildcards are letters', async () => {
    const mark = randomUUID()
    await world.project({ name: `Ärger 100% ${mark} A_B` })
    const find = (name: string) => total(`/v1/projects?name=${encodeURIComponent(name)}`)
    for (const part of [mark, mark.toUpperCase(), `100% ${mark}`, `${mark} a_b`, `${mark} A`])
      expect([part, await find(part)]).toEqual([part, 1])
    for (const part of [`100_ ${mark}`, `${mark}%B`, `${mark} A.B`, `${mark}x`])
      expect([part, await find(part)]).toEqual([part, 0])
  })

  test('lists of projects hold 50 unless told, at most 200, newest first, the rest by offset', async () => {
    const mark = randomUUID()
    for (let n = 0; n < 52; n += 1) await world.project({ name: `${mark} ${n}` })
    const named = `/v1/projects?name=${mark}`
    const made = Array.from({ length: 52 }, (_, n) => `${mark} ${51 - n}`)
    expect(await names(named, 'projects')).toEqual(made.slice(0, 50))
    expect(await names(`${named}&limit=200`, 'projects')).toEqual(made)
    expect(await names(`${named}&offset=50`, 'projects')).toEqual(made.slice(50))
    expect(await names(`${named}&limit=2&offset=99`, 'projects')).toEqual([])
    for (const page of ['limit=1', 'limit=2&offset=50', 'limit=2&offset=99'])
      expect([page, await total(`${named}&${page}`)]).toEqual([page, 52])
    expect(await total(`${named}&project_state=Archived`)).toBe(0)
    expect(await total(`${named}&project_state=Active`)).toBe(52)
    await pages('/v1/projects', 'projects')
    await refused('/v1/projects?colour=red', 'colour')
  })

  test('the check by name sees the total, and the exact name among up to 200', async () => {
    const name = `Exact ${randomUUID()}`
    await world.project({ name: `${name} and more` })
    expect((await names(`/v1/projects?name=${name}&limit=200`, 'projects')).includes(name)).toBe(false)
    await world.project({ name })
    const found = await names(`/v1/projects?name=${name}&limit=200`, 'projects')
    expect(found.filter((one) => one === name)).toHaveLength(1)
    expect(await total(`/v1/projects?name=${name}&limit=1`)).toBe(2)
  })

  test('two workers with the same request make two projects, whatever key they send', async () => {
    const wish = await world.wish()
    const create = () => world.call('POST', '/v1/projects', wish, { 'idempotency-key': 'one' })
    const made = await Promise.all([create(), create()])
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(textAt(made[0].body, 'data.uuid')).not.toBe(textAt(made[1].body, 'data.uuid'))
    expect(await total(`/v1/projects?name=${encodeURIComponent(String(wish['name']))}`)).toBe(2)
  })

  test('a link needs an integration that is there; two projects may carry the same id', async () => {
    const external_id = randomUUID()
    const [one, two] = [await world.project(), await world.project()]
    await world.refused(link(one, { integration_uuid: nowhere }), 400, 'Integration not found.')
    await world.good(link(one, { external_id }))
    await world.good(link(two, { external_id }))
    expect(await total(`/v1/projects?external_id=${external_id}`)).toBe(2)
    for (const [changed, field] of [
      [{ external_id: undefined }, 'external_id'],
      [{ external_id: 7 }, 'external_id'],
      [{ external_link: 'nonsense' }, 'external_link'],
      [{ integration_uuid: undefined }, 'integration_uuid'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      expect(await world.wrong(link(one, changed))).toEqual([422, field])
    }
  })

  test('playbooks show every version that is not archived, oldest first, the last of a name being current', async () => {
    expect(await names('/v1/playbooks', 'playbooks')).toEqual([
      'Standard Onboarding',
      'Enterprise Rollout',
      'Standard Onboarding',
      'Standard Onboarding',
    ])
    expect(await names('/v1/playbooks?name=prise%20roll', 'playbooks')).toEqual(['Enterprise Rollout'])
    expect(await names('/v1/playbooks?name=Legacy', 'playbooks')).toEqual([])
    const versions = await list('/v1/playbooks?name=Standard', 'playbooks')
    expect(Object.keys(versions[0] ?? {})).toEqual(['uuid', 'name', 'description', 'duration_days'])
    expect(versions.map((one) => one['description'])).toEqual([
      'From the signed contract to the first working day.',
      'From the signed contract to the first working day, in five weeks. With a review after thirty days.',
      'From the signed contract to the first working day, in five weeks.',
    ])
  })

  test('lists of playbooks have the same limits', () => pages('/v1/playbooks', 'playbooks'))

  test('object_type_code filters by the word, and by this environment’s number', async () => {
    const word = await list('/v1/datafields?object_type_code=PROJECT', 'datafields')
    expect(word.map((one) => one['name'])).toEqual([
      'Contract value (USD)',
      'Region',
      'Target go-live',
      'Main contact phone',
      'Legacy CRM id',
    ])
    expect(new Set(word.map((one) => one['object_type']))).toEqual(new Set(['PROJECT']))
    const code = String(word[0]?.['object_type_code'])
    expect(await list(`/v1/datafields?object_type_code=${code}`, 'datafields')).toEqual(word)
    expect(await names('/v1/datafields?object_type_code=TASK', 'datafields')).toEqual(['Effort (hours)'])
    expect(await names('/v1/datafields?object_type_code=NONSENSE', 'datafields')).toEqual([])
  })

  test('archived fields are shown unless is_archived=false', async () => {
    const archived = 'Legacy CRM id'
    expect(await names('/v1/datafields', 'datafields')).toContain(archived)
    expect(await names('/v1/datafields?is_archived=false', 'datafields')).not.toContain(archived)
    expect(await names('/v1/datafields?is_archived=true', 'datafields')).toEqual([archived])
    await refused('/v1/datafields?is_archived=perhaps', 'is_archived')
  })

  test('lists of data fields have the same limits', () => pages('/v1/datafields', 'datafields'))

  test('a project lists its tasks, each with its newest comment; archived ones are left out', async () => {
    const project = await world.project({ customer_users: [people.robin] })
    const path = `/v1/projects/${project}/tasks`
    const modules = await world.modules(project)
    const tasks = modules.flatMap((module) => module['tasks'] as { uuid: string }[])
    const uuids = async (query = '') =>
      (await list(`${path}${query}`, 'tasks')).map((one) => String(one['uuid']))
    expect((await uuids()).toSorted()).toEqual(tasks.map(({ uuid }) => uuid).toSorted())
    const all = await uuids()
    expect([...(await uuids('?limit=2')), ...(await uuids('?limit=200&offset=2'))]).toEqual(all)
    await pages(path, 'tasks')
    const { uuid } = await world.task(project, 'Map the fields')
    const row = async () => (await list(path, 'tasks')).find((one) => one['uuid'] === uuid)
    expect(await row()).toEqual({
      uuid,
      name: 'Map the fields',
      status: 'Not started',
      is_internal: expect.any(Boolean),
      due_date: expect.stringMatching(isoDay),
      module_uuid: expect.any(String),
      module_name: expect.any(String),
      assignee_uuid: null,
      assignee_name: null,
      last_comment: null,
    })
    await world.comment(uuid, 'By the key')
    const said = await world.as(people.robin)('POST', `/tasks/${uuid}/comments`, { message_plain: 'Done?' })
    expect((await row())?.['last_comment']).toEqual({
      uuid: at(said, 'data.uuid'),
      created_by_uuid: at(said, 'data.created_by_uuid'),
      created_by_name: 'Robin Silva',
      is_customer: true,
      created_at: at(said, 'data.created_at'),
    })
    const [first] = modules
    await world.as(people.dana)('PATCH', `/modules/${String(first?.['uuid'])}`, { is_archived: true })
    const left = modules.slice(1).flatMap((module) => module['tasks'] as { uuid: string }[])
    expect((await uuids()).toSorted()).toEqual(left.map((one) => one.uuid).toSorted())
    await world.refused(world.call('GET', `/v1/projects/${nowhere}/tasks`), 404, 'Project not found.')
  })

  test('a task lists its comments, newest first', async () => {
    const { uuid } = await world.task(await world.project(), 'Map the fields')
    const path = `/v1/tasks/${uuid}/comments`
    expect(await total(path)).toBe(0)
    const made = []
    for (const words of ['one', 'two', 'three']) made.push(at(await world.comment(uuid, words), 'data'))
    expect(await list(path, 'comments')).toEqual(made.toReversed())
    expect(await list(`${path}?limit=1&offset=1`, 'comments')).toEqual([made[1]])
    await pages(path, 'comments')
    await world.refused(world.call('GET', `/v1/tasks/${nowhere}/comments`), 404, 'Task not found.')
  })
})
