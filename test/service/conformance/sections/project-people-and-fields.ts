import { expect, test } from 'vitest'
import { at, listAt, nowhere, people, roles } from '../support/call.ts'
import { creationsOf } from '../support/asks.ts'
import { onEach, type World } from '../support/world.ts'

const fieldsOf = async ({ get }: World) => {
  const fields = listAt(await get('/v1/datafields?limit=200'), 'data.datafields')
  return (name: string) => String(fields.find((field) => field['name'] === name)?.['uuid'])
}

onEach('the people and data fields of a new project', (world) => {
  const { create, invalid, unresolved } = creationsOf(world)

  test('internal_users are e-mails of the organization’s own people', async () => {
    expect((await create({ internal_users: [people.lee, people.sam] })).answer.status).toBe(200)
    expect((await create({ internal_users: [] })).answer.status).toBe(200)
    for (const one of ['nobody@vendor.example', people.robin])
      await unresolved({ internal_users: [people.lee, one] }, `Internal user not found: ${one}`)
    for (const users of [people.lee, null, [7], [null], { 0: people.lee }])
      await invalid({ internal_users: users }, Array.isArray(users) ? 'internal_users.0' : 'internal_users')
  })

  test('internal_users has at most 20', async () => {
    expect((await create({ internal_users: Array(20).fill(people.lee) })).answer.status).toBe(200)
    await invalid({ internal_users: Array(21).fill(people.lee) }, 'internal_users')
  })

  test('customer_users are contacts that the account has', async () => {
    expect((await create({ customer_users: [people.robin] })).answer.status).toBe(200)
    for (const one of ['nobody@globex.example', people.lee, people.casey])
      await unresolved({ customer_users: [people.robin, one] }, `Customer user not found: ${one}`)
    for (const users of [people.robin, null]) await invalid({ customer_users: users }, 'customer_users')
  })

  test('customer_users has at most 20', async () => {
    expect((await create({ customer_users: Array(20).fill(people.robin) })).answer.status).toBe(200)
    await invalid({ customer_users: Array(21).fill(people.robin) }, 'customer_users')
  })

  test('task_roles maps role uuids to lists of users', async () => {
    for (const [value, field] of [
      [people.lee, 'task_roles'],
      [null, 'task_roles'],
      [{ [roles.lead]: people.lee }, `task_roles.${roles.lead}`],
      [{ [roles.lead]: [7] }, `task_roles.${roles.lead}.0`],
    ] as const)
      await invalid({ task_roles: value }, field)
    await unresolved({ task_roles: { [nowhere]: [people.lee] } }, `Task role not found: ${nowhere}`)
    await unresolved(
      { task_roles: { [roles.lead]: ['nobody@vendor.example'] } },
      expect.stringContaining('nobody@'),
    )
  })

  test('roles are filled at creation, by uuid or e-mail, the first being the assignee', async () => {
    const users = await world.get('/v1/users')
    const sam = listAt(users, 'data.users').find((user) => user['email_address'] === people.sam)
    const project = await world.project({
      task_roles: { [roles.lead]: [sam?.['uuid'], people.lee], [roles.customer]: ['Robin@Globex.example'] },
    })
    const assignee = async (name: string) => (await world.task(project, name))['assignee_name']
    expect(await assignee('Hold the kickoff call')).toBe('Sam Okafor')
    expect(await assignee('Export your data')).toBe('Robin Silva')
    expect(await assignee('Map the fields')).toBeNull()
  })

  test('datafields are values by field uuid, written with the project', async () => {
    const field = await fieldsOf(world)
    const project = await world.project({
      datafields: { [field('Region')]: 'EMEA', [field('Contract value (USD)')]: 12.5 },
    })
    const values = (await world.values(project)).map(({ name, value }) => [name, value])
    expect(values).toContainEqual(['Region', 'EMEA'])
    expect(values).toContainEqual(['Contract value (USD)', 12.5])
    for (const datafields of [null, 'x', 7]) await invalid({ datafields }, 'datafields')
  })

  test('datafields has at most 100 entries', async () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${nowhere}${n}`, 1]))
    await invalid({ datafields: entries(101) }, 'datafields')
    await unresolved({ datafields: entries(100) }, expect.stringMatching(/^Not project data fields:/))
  })

  test('an archived data field is not accepted', async () => {
    const field = await fieldsOf(world)
    await unresolved(
      { datafields: { [field('Legacy CRM id')]: 'x' } },
      `Not project data fields: ${field('Legacy CRM id')}`,
    )
  })

  test('one value that cannot be written fails the whole creation', async () => {
    const field = await fieldsOf(world)
    await unresolved(
      { datafields: { [field('Region')]: 'EMEA', [field('Contract value (USD)')]: 'much' } },
      'Data field Contract value (USD) cannot be written: must be a number.',
    )
  })

  test('fields that are not a project’s are refused by name, before any other value is looked at', async () => {
    const field = await fieldsOf(world)
    await unresolved(
      { datafields: { [field('Contract value (USD)')]: 'much', [field('Effort (hours)')]: 3, [nowhere]: 1 } },
      `Not project data fields: ${field('Effort (hours)')}, ${nowhere}`,
    )
  })

  const invited = async (changed: Record<string, unknown>) => {
    const team = { internal_users: [people.lee], customer_users: [people.robin] }
    const events = await world.during(() => world.project({ ...team, ...changed }))
    return events
      .filter(({ event_name }) => event_name === 'project_invitation')
      .map(({ payload }) => at(payload, 'invited_user.email_address'))
  }

  test('nobody is invited unless the request says so', async () => {
    expect(await invited({})).toEqual([])
    expect(await invited({ send_invite_email: false, send_invite_email_customers: false })).toEqual([])
    for (const field of ['send_invite_email', 'send_invite_email_customers'])
      for (const value of ['true', 1, null]) await invalid({ [field]: value }, field)
  })

  test('send_invite_email invites the internal team', async () => {
    expect(await invited({ send_invite_email: true })).toEqual([people.dana, people.lee])
  })

  test('send_invite_email_customers invites the customers', async () => {
    expect(await invited({ send_invite_email_customers: true })).toEqual([people.robin])
  })
})
