import { expect, test } from 'vitest'
import { at, listAt, textAt, archivedPlaybook, nowhere, people, uuid } from '../support/call.ts'
import { creationsOf } from '../support/asks.ts'
import { onEach } from '../support/world.ts'

onEach('creating a project', (world) => {
  const { create, made, invalid, unresolved } = creationsOf(world)

  test('a creation answers 200 with its uuid and both links, which open', async () => {
    const { answer } = await create({})
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        data: {
          uuid: expect.stringMatching(uuid),
          internal_project_url: expect.stringMatching(/^http/),
          portal_project_url: expect.stringMatching(/^http/),
        },
        metadata: { request_id: answer.headers.get('x-request-id') },
      },
    ])
    for (const link of ['internal_project_url', 'portal_project_url']) {
      const page = await fetch(textAt(answer.body, `data.${link}`))
      expect([link, page.status, page.headers.get('content-type')]).toEqual([
        link,
        200,
        expect.stringContaining('text/html'),
      ])
      await page.text()
    }
  })

  test('five fields are texts that must be there', async () => {
    for (const field of ['name', 'playbook_uuid', 'account', 'start_date', 'project_owner'])
      for (const value of [undefined, null, 7, ['x']]) await invalid({ [field]: value }, field)
  })

  test('a name has 1 to 150 characters', async () => {
    const name = `${Math.random()}`.padEnd(150, 'n')
    expect(at(await made({ name }), 'name')).toBe(name)
    for (const wrong of ['', `${name}n`]) await invalid({ name: wrong }, 'name')
  })

  test('playbook_uuid names a playbook', async () => {
    for (const playbook of [nowhere, archivedPlaybook, 'nonsense', ''])
      await unresolved({ playbook_uuid: playbook }, 'Playbook not found.')
  })

  test('every listed version of a playbook makes a project, drafts and superseded ones too', async () => {
    const body = await world.get('/v1/playbooks?name=Standard%20Onboarding')
    const versions = listAt(body, 'data.playbooks')
    expect(versions).toHaveLength(3)
    const sizes: number[] = []
    for (const version of versions)
      sizes.push((await world.modules(await world.project({ playbook_uuid: version['uuid'] }))).length)
    expect(sizes).toEqual([3, 6, 5])
  })

  test('account is the exact name of an account, or its uuid', async () => {
    const byName = await made({ account: 'Initech' })
    const byUuid = await made({ account: at(byName, 'account.id') })
    expect([at(byName, 'account.name'), at(byUuid, 'account.name')]).toEqual(['Initech', 'Initech'])
  })

  test('a blank account is 400', async () => {
    for (const account of ['', '   ', '\t']) await unresolved({ account }, 'Account is required.')
  })

  test('an account that matches nothing is 400', async () => {
    for (const account of ['Nobody', 'initech', 'Init', 'Initech ', 'Initech Inc', nowhere])
      await unresolved({ account }, 'Account not found.')
  })

  test('start_date is MM/DD/YYYY', async () => {
    expect(at(await made({ start_date: '02/28/2027' }), 'start_date')).toBe('2027-02-28')
    const texts = '02/30/2027 13/01/2027 28/02/2027 2/3/2027 02/03/27 02-03-2027'.split(' ')
    for (const date of [...texts, '', '2027-02-28', '2027-02-28T00:00:00Z'])
      await invalid({ start_date: date }, 'start_date')
  })

  test('due_date is MM/DD/YYYY, on or after start_date', async () => {
    const start = { start_date: '12/31/2096' }
    expect(at(await made({ ...start, due_date: '12/31/2096' }), 'due_date')).toBe('2096-12-31')
    expect(at(await made({ ...start, due_date: '01/01/2097' }), 'due_date')).toBe('2097-01-01')
    for (const date of ['12/30/2096', '02/30/2097', '2097-03-28', 'soon', 7, null])
      await invalid({ ...start, due_date: date }, 'due_date')
  })

  test('without due_date the duration of the playbook counts from the start', async () => {
    expect(at(await made({ start_date: '11/23/2096' }), 'due_date')).toBe('2096-12-28')
  })

  test('project_owner is the uuid or the e-mail of an internal user', async () => {
    const ownerOf = async (project_owner: unknown) =>
      at(await made({ project_owner }), 'project_owner.email_address')
    expect(await ownerOf(people.lee)).toBe(people.lee)
    const users = await world.get('/v1/users?is_customer_user=false')
    const sam = listAt(users, 'data.users').find((user) => user['email_address'] === people.sam)
    expect(await ownerOf(sam?.['uuid'])).toBe(people.sam)
  })

  test('an owner who is nobody, or a customer, is 400', async () => {
    for (const owner of ['nobody@vendor.example', people.robin, nowhere, ''])
      await unresolved({ project_owner: owner }, 'Project owner invalid.')
  })

  test('every unknown field is named by a 422', async () => {
    await invalid({ playbook: nowhere }, 'playbook')
    await invalid({ Name: 'x', uuid: nowhere, external_id: 'x' }, 'Name', 'uuid', 'external_id')
  })

  test('one unknown e-mail refuses the whole request, and says which', async () => {
    const unknown = 'ghost@nowhere.example'
    await unresolved({ project_owner: unknown }, 'Project owner invalid.')
    await unresolved({ internal_users: [people.lee, unknown] }, `Internal user not found: ${unknown}`)
    await unresolved({ customer_users: [people.robin, unknown] }, `Customer user not found: ${unknown}`)
  })

  test('tasks are due as the playbook says, and never after the project', async () => {
    const open = await world.project({ start_date: '11/23/2096' })
    expect((await world.task(open, 'Export your data'))['due_date']).toBe('2096-12-03')
    const short = await world.project({ start_date: '11/23/2096', due_date: '11/25/2096' })
    const task = await world.task(short, 'Export your data')
    expect(task['due_date']).toBe('2096-11-25')
  })
})
